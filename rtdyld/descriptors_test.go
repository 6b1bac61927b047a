package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

const ppcRestoreV1 = 0xe8410028

// described is an object of ABI ELFv1.
type described struct {
	*objgen.ELF
	text, opd  uint32
	opdRelocs  []objgen.ELFReloc
	textRelocs []objgen.ELFReloc
	opdSize    int
	code       []uint32
}

// describe begins an object with code of words.
func describe(words ...uint32) *described {
	d := &described{ELF: &objgen.ELF{Is64: true, Machine: 21, Big: true}, code: words}
	var code []byte
	for _, w := range words {
		code = binary.BigEndian.AppendUint32(code, w)
	}
	d.text = d.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	d.opd = d.Add(objgen.ELFSection{Name: ".opd", Flags: 3, Data: make([]byte, 24*8), Align: 8})
	return d
}

// function adds the descriptor of a function whose code is off bytes behind the start of a section.
func (d *described) function(name string, bind, typ byte, section uint32, off int64) uint32 {
	start := d.AddSymbol(objgen.ELFSymbol{Name: "code." + name, Section: section})
	at := uint64(d.opdSize)
	d.opdRelocs = append(d.opdRelocs, objgen.ELFReloc{Offset: at, Sym: start, Type: ppcADDR64, Addend: off}, objgen.ELFReloc{Offset: at + 8, Type: ppcTOC})
	d.opdSize += 24
	return d.AddSymbol(objgen.ELFSymbol{Name: name, Value: at, Size: 8, Type: typ, Bind: bind, Section: d.opd})
}

// call adds the relocation of a branch.
func (d *described) call(off uint64, sym uint32) {
	d.textRelocs = append(d.textRelocs, objgen.ELFReloc{Offset: off, Sym: sym, Type: ppcREL24})
}

// undefined adds a name.
func (d *described) undefined(name string) uint32 {
	return d.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})
}

// image is the object.
func (d *described) image(t *testing.T, name string) *objfmt.ObjectImage {
	t.Helper()
	if len(d.opdRelocs) > 0 {
		d.AddRelocs(d.opd, true, d.opdRelocs)
	}
	if len(d.textRelocs) > 0 {
		d.AddRelocs(d.text, true, d.textRelocs)
	}
	return parse(t, name, d.Bytes())
}

// bigWord is an instruction of a section.
func bigWord(s rtdyld.LoadedSection, off int) uint32 { return binary.BigEndian.Uint32(s.Mem[off:]) }

// leadsTo is where the branch at an offset of a section leads.
func leadsTo(s rtdyld.LoadedSection, off int) uint64 {
	return s.Addr + uint64(off) + uint64(int64(int32(bigWord(s, off)<<6))>>6)&^3
}

// TestDescriptors: branches lead to the code of descriptors of the batch, by whatever name; those of other batches are entered through stubs that
// have the descriptor's address, and r2 is restored behind them.
func TestDescriptors(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	a := describe(ppcBL, ppcNop, ppcBL, ppcNop, ppcBL, ppcNop, ppcBL, ppcNop, ppcNop)
	own := a.function("own", 1, 2, a.text, 32)
	a.call(0, own)
	a.call(8, a.undefined("other"))
	a.call(16, a.undefined(".other"))
	a.call(24, a.undefined(".old"))
	b := describe(ppcNop, ppcNop)
	b.function("other", 1, 2, b.text, 4)
	old := b.AddSymbol(objgen.ELFSymbol{Name: ".old", Bind: 1, Type: 2, Section: b.text})
	b.opdRelocs = append(b.opdRelocs, objgen.ELFReloc{Offset: 24, Sym: old, Type: ppcADDR64})
	b.AddSymbol(objgen.ELFSymbol{Name: "old", Value: 24, Bind: 1, Type: 2, Section: b.opd})
	first, err := r.Load(t.Context(), a.image(t, "a.o"), b.image(t, "b.o"))
	if err != nil {
		t.Fatal(err)
	}
	c := describe(ppcBL, ppcNop, ppcBL, ppcNop)
	c.call(0, c.undefined("own"))
	c.call(8, c.undefined(".other"))
	second, err := r.Load(t.Context(), c.image(t, "c.o"))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	ta, tb, tc, stubs := section(t, first[0], ".text"), section(t, first[1], ".text"), section(t, second[0], ".text"), section(t, second[0], "<stubs>")
	for i, want := range []uint64{ta.Addr + 32, tb.Addr + 4, tb.Addr + 4, tb.Addr} {
		if got := leadsTo(ta, 8*i); got != want || bigWord(ta, 8*i+4) != ppcNop {
			t.Errorf("call %d leads to %#x, want %#x; behind it: %#x", i, got, want, bigWord(ta, 8*i+4))
		}
	}
	for i, name := range []string{"own", "other"} {
		s, err := r.Lookup(name)
		at := leadsTo(tc, 8*i)
		if err != nil || at-stubs.Addr >= uint64(len(stubs.Mem)) || bigWord(tc, 8*i+4) != ppcRestoreV1 {
			t.Fatalf("%s from another batch: by %#x, behind it %#x", name, at, bigWord(tc, 8*i+4))
		}
		at -= stubs.Addr
		if hi, lo := bigWord(stubs, int(at)+16)&0xffff, bigWord(stubs, int(at)+20)&0xffff; hi<<16|lo != uint32(s.Addr) {
			t.Errorf("%s: the stub has %#x, the descriptor is at %#x", name, hi<<16|lo, s.Addr)
		}
	}
	for _, s := range first[0].Symbols() {
		if s.Name == "own" && (s.Code != ta.Addr+32 || s.Entry() != s.Code || s.Addr != section(t, first[0], ".opd").Addr) {
			t.Errorf("own is at %#x, its code at %#x", s.Addr, s.Code)
		}
		if s.Name == "code.own" && (s.Code != 0 || s.Entry() != s.Addr) {
			t.Errorf("%s has code at %#x", s.Name, s.Code)
		}
	}
}

// TestDroppedDescriptors: where a group is dropped, so is the definition whose descriptor leads there, and the descriptor is empty.
func TestDroppedDescriptors(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	object := func(name string, bind byte) *objfmt.ObjectImage {
		d := describe(ppcBL, ppcNop)
		in := d.Add(objgen.ELFSection{Name: ".text.fn", Flags: 6 | 0x200, Data: make([]byte, 16), Align: 16})
		fn := d.function("fn", bind, 2, in, 8)
		d.AddGroup(fn, 1, in)
		d.call(0, fn)
		return d.image(t, name)
	}
	objs, err := r.Load(t.Context(), object("a.o", 2), object("b.o", 1))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	want := section(t, objs[0], ".text.fn").Addr + 8
	for _, o := range objs {
		if got := leadsTo(section(t, o, ".text"), 0); got != want {
			t.Errorf("%s calls %#x, want %#x", o.Name(), got, want)
		}
	}
	opd := section(t, objs[1], ".opd").Mem
	if got := binary.BigEndian.Uint64(opd); got != 0 {
		t.Errorf("the dropped function's descriptor has %#x", got)
	}
	e, err := r.Explain("fn")
	if err != nil || len(e.Losers) != 1 || e.Losers[0].Why != rtdyld.LostGroup || e.Losers[0].Group != "fn" {
		t.Errorf("explained as %+v: %v", e, err)
	}
	if s, err := r.Lookup("fn"); err != nil || s.Addr != section(t, objs[0], ".opd").Addr {
		t.Errorf("fn is at %#x", s.Addr)
	}
}

// TestDotNames: an undefined name with a dot is that without it where nobody defines it, and named so in errors.
func TestDotNames(t *testing.T) {
	const at = 0x1234_5678_9abc_def0
	d := func() *objfmt.ObjectImage {
		d := describe(ppcBL, ppcNop)
		d.call(0, d.undefined(".there"))
		return d.image(t, "a.o")
	}
	r := newRig(t, rtdyld.Config{Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: at, Kind: rtdyld.Func}, name == "there"
	})})
	objs, err := r.Load(t.Context(), d())
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	text, stubs := section(t, objs[0], ".text"), section(t, objs[0], "<stubs>")
	if leadsTo(text, 0) != stubs.Addr || bigWord(text, 4) != ppcRestoreV1 || bigWord(stubs, 20) != 0x618cdef0 {
		t.Errorf("it calls %#x, behind it %#x, the stub has %#x", leadsTo(text, 0), bigWord(text, 4), bigWord(stubs, 20))
	}
	r = newRig(t, rtdyld.Config{})
	if objs, err = r.Load(t.Context(), d()); err != nil {
		t.Fatal(err)
	}
	var undefined *rtdyld.UndefinedError
	if err := r.Finalize(t.Context(), objs...); !errors.As(err, &undefined) || undefined.Symbols[0].Name != ".there" {
		t.Error(err)
	}
}

// TestCodeAddress: the address of a function's code by a name with a dot is right where that is defined, and refused where a descriptor alone is.
func TestCodeAddress(t *testing.T) {
	for _, defined := range []bool{false, true} {
		r := newRig(t, rtdyld.Config{})
		a := describe(ppcNop, ppcBL, ppcNop, ppcNop)
		a.call(4, a.undefined(".there"))
		data := a.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16), Align: 8})
		a.AddRelocs(data, true, []objgen.ELFReloc{{Offset: 8, Sym: a.undefined(".there"), Type: ppcADDR64, Addend: 4}})
		b := describe(ppcNop, ppcNop, ppcNop)
		b.function("there", 1, 2, b.text, 4)
		if defined {
			b.AddSymbol(objgen.ELFSymbol{Name: ".there", Value: 4, Bind: 1, Type: 2, Section: b.text})
		}
		objs, err := r.Load(t.Context(), a.image(t, "a.o"), b.image(t, "b.o"))
		if err != nil {
			t.Fatal(err)
		}
		err = r.Finalize(t.Context(), objs...)
		var bad *rtdyld.RelocError
		switch {
		case !defined && (!errors.As(err, &bad) || !errors.Is(err, rtdyld.ErrUnsupported) || bad.Section != ".data" || bad.Offset != 8 || bad.Symbol != ".there"):
			t.Errorf("%v", err)
		case defined && err != nil:
			t.Error(err)
		case defined:
			if got, want := binary.BigEndian.Uint64(section(t, objs[0], ".data").Mem[8:]), section(t, objs[1], ".text").Addr+8; got != want {
				t.Errorf("%#x, want %#x", got, want)
			}
		}
	}
}

// TestDotNamesCollected: a member of an archive is taken that defines the name without the dot.
func TestDotNamesCollected(t *testing.T) {
	d := describe(ppcNop)
	d.function("there", 1, 2, d.text, 0)
	d.AddRelocs(d.opd, true, d.opdRelocs)
	a, err := ar.Parse("lib.a", (&objgen.Ar{Members: []objgen.ArMember{{Name: "there.o", Data: d.Bytes(), Symbols: []string{"there"}}}}).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	u := describe(ppcBL, ppcNop)
	u.call(0, u.undefined(".there"))
	all, err := rtdyld.Collect(t.Context(), []*objfmt.ObjectImage{u.image(t, "a.o")}, []*ar.Archive{a}, nil)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d images: %v", len(all), err)
	}
	defer all[1].Close()
}

// TestOtherABI: objects whose functions are descriptors are not linked with others.
func TestOtherABI(t *testing.T) {
	v2 := func() *objfmt.ObjectImage {
		return parse(t, "v2.o", (&objgen.ELF{Is64: true, Machine: 21, Flags: 2, Big: true}).Bytes())
	}
	for want, imgs := range map[string][]*objfmt.ObjectImage{
		"v2.o: no function descriptors, as v1.o has it":            {describe().image(t, "v1.o"), v2()},
		"v1.o: function descriptors, not functions as v2.o has it": {v2(), describe().image(t, "v1.o")},
	} {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), imgs[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Load(t.Context(), imgs[1]); !errors.Is(err, rtdyld.ErrTarget) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestIndirectDescriptor: an indirect function's address is that of a descriptor, whose environment are its words: the first
// call's descriptor, and the resolver's.
func TestIndirectDescriptor(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	d := describe(ppcBL, ppcNop, 0)
	d.call(0, d.function("chosen", 1, 10, d.text, 8))
	objs, err := r.Load(t.Context(), d.image(t, "a.o"))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	s, _ := r.Lookup("chosen")
	code, data, text := section(t, objs[0], "<ifuncs>"), section(t, objs[0], "<ifunc data>"), section(t, objs[0], ".text")
	quad := func(s rtdyld.LoadedSection, at uint64) uint64 { return binary.BigEndian.Uint64(s.Mem[at-s.Addr:]) }
	if quad(code, s.Addr) != s.Addr+24 || quad(code, s.Addr+16) != data.Addr {
		t.Errorf("the descriptor at %#x has %#x and %#x", s.Addr, quad(code, s.Addr), quad(code, s.Addr+16))
	}
	if got := quad(data, data.Addr); got != code.Addr || quad(code, got) != code.Addr+24 {
		t.Errorf("the first word is %#x", got)
	}
	if got := quad(data, data.Addr+8); got != section(t, objs[0], ".opd").Addr {
		t.Errorf("the second word is %#x", got)
	}
	if bigWord(text, 4) != ppcRestoreV1 {
		t.Errorf("behind the call: %#x", bigWord(text, 4))
	}
}

// TestFarDescriptor: code of the object that is out of reach is entered through a stub behind what saves r2, and nothing behind the call
// restores it: also where a section and an offset name the descriptor.
func TestFarDescriptor(t *testing.T) {
	r := newRig(t, rtdyld.Config{BySection: true})
	d := describe(ppcB, 0x5a5a5a5a, ppcBL, 0x5a5a5a5a)
	far := d.Add(objgen.ELFSection{Name: ".text.far", Flags: 6, Data: make([]byte, 16), Align: 16})
	base := d.AddSymbol(objgen.ELFSymbol{Type: 3, Section: d.opd})
	d.function("none", 0, 2, far, 0)
	d.function("l", 0, 2, far, 8)
	d.call(0, d.function("f", 1, 2, far, 0))
	d.textRelocs = append(d.textRelocs, objgen.ELFReloc{Offset: 8, Sym: base, Type: ppcREL24, Addend: 24})
	objs, err := r.Load(t.Context(), d.image(t, "far.o"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range objs[0].Sections() {
		if s.Name == ".text.far" {
			if err := objs[0].MapSectionAddress(s.ID, s.Addr+1<<30); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.finalize()
	text, opd := section(t, objs[0], ".text"), section(t, objs[0], ".opd")
	mem := text.Mem
	for i := range 2 {
		at := leadsTo(text, 8*i) - text.Addr
		if bigWord(text, 8*i+4) != 0x5a5a5a5a || at%16 != 4 || at >= uint64(len(mem)) {
			t.Fatalf("branch %d: to %#x behind .text, behind it %#x", i, at, bigWord(text, 8*i+4))
		}
		if got := binary.BigEndian.Uint32(mem[at+16:]) & 0xffff; got != uint32(opd.Addr+uint64(48-24*i))&0xffff {
			t.Errorf("stub %d: %#x, the descriptors are at %#x", i, got, opd.Addr)
		}
	}
}
