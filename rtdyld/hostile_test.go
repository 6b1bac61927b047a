package rtdyld_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Objects that say one thing here and another there. Each test of this file is a way
// in which two parts of the linker once took a decision differently, or looked at what
// the other had not checked. Whatever is wrong, the answer is an error.

// hows are ways to link that differ in what looks at an object, see whole.
var hows = []way{0, allSections | remap, unwinders | noRelax, runtimeDyldLayout, bySection | unwinders, bySection | allSections | remap | farAway, runtimeDyldLayout | bySection | remap}

// deadPair is two ELF objects with one COMDAT group: the second one's is dropped. more
// adds to it sections that mention the dropped one, number text, by its symbol.
func deadPair(t *testing.T, machine uint16, more func(f *objgen.ELF, text, sym uint32)) []*objfmt.ObjectImage {
	t.Helper()
	var imgs []*objfmt.ObjectImage
	for i := range 2 {
		f := &objgen.ELF{Is64: true, Machine: machine}
		f.Add(objgen.ELFSection{Name: ".text", Flags: 2 | 4, Data: make([]byte, 64), Align: 16})
		text := f.Add(objgen.ELFSection{Name: ".text.f", Flags: 2 | 4 | 0x200, Data: make([]byte, 64), Align: 16})
		sym := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: text})
		f.AddSymbol(objgen.ELFSymbol{Name: "tls", Type: 6, Bind: 1})
		f.AddSymbol(objgen.ELFSymbol{Name: "f", Type: 2, Bind: 2, Section: text})
		f.AddGroup(3, 1, text)
		if i == 1 {
			more(f, text, sym)
		}
		imgs = append(imgs, parse(t, fmt.Sprintf("%d.o", i), f.Bytes()))
	}
	return imgs
}

// deadFrame is a .eh_frame section with a CIE, an FDE for symbol sym and another one; bad is
// a relocation in the first FDE behind the function's address.
func deadFrame(f *objgen.ELF, sym uint32, abs uint32, bad objgen.ELFReloc) {
	data := make([]byte, 16+32+4)
	data[0], data[16], data[20] = 12, 28, 20 // lengths, the distance from the CIE
	eh := f.Add(objgen.ELFSection{Name: ".eh_frame", Flags: 2, Data: data, Align: 8})
	bad.Offset += 32
	f.AddRelocs(eh, true, []objgen.ELFReloc{{Offset: 24, Sym: sym, Type: abs}, bad})
}

// TestDeadRelocs: relocations that are not applied, because what they describe is
// dropped, are not looked at unchecked by anybody else.
func TestDeadRelocs(t *testing.T) {
	const amd64, aarch64 = 62, 183
	abs := map[uint16]uint32{amd64: 1, aarch64: 257}
	bads := []objgen.ELFReloc{{Sym: 1 << 30, Type: 1}, {Sym: 1, Type: 1 << 30}, {Offset: 1 << 40, Sym: 1 << 30, Type: 1 << 30}}
	more := map[string]func(f *objgen.ELF, sym, abs uint32, bad objgen.ELFReloc){
		"frame": deadFrame,
		"note": func(f *objgen.ELF, sym, abs uint32, bad objgen.ELFReloc) {
			note := f.Add(objgen.ELFSection{Name: ".note", Type: 7, Flags: 2, Data: make([]byte, 64), Align: 4})
			bad.Sym = sym
			f.AddRelocs(note, true, []objgen.ELFReloc{{Sym: sym, Type: abs}, bad})
		},
		"empty thread-local note": func(f *objgen.ELF, sym, abs uint32, bad objgen.ELFReloc) {
			note := f.Add(objgen.ELFSection{Name: ".note.x", Type: 8, Flags: 2 | 0x400, Size: 1 << 16, Align: 4})
			bad.Sym = sym
			f.AddRelocs(note, true, []objgen.ELFReloc{{Sym: sym, Type: abs}, bad})
		},
		"dropped section": func(f *objgen.ELF, sym, abs uint32, bad objgen.ELFReloc) {
			// A mention of the section comes before the section's own relocations, which nobody needs.
			f.AddRelocs(1, true, []objgen.ELFReloc{{Offset: 8, Sym: sym, Type: abs}})
			f.AddRelocs(2, true, []objgen.ELFReloc{bad})
		},
	}
	for name, more := range more {
		for i := range 2 * len(abs) * len(bads) * len(hows) {
			machine, threads, bad, how := []uint16{amd64, aarch64}[i&1], i&2 != 0, bads[(i>>2)%len(bads)], hows[(i>>2)/len(bads)]
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				imgs := deadPair(t, machine, func(f *objgen.ELF, text, sym uint32) {
					more(f, sym, abs[machine], bad)
					if threads { // the address of a thread-local, so that all uses of it are looked at
						data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 64), Align: 8})
						f.AddRelocs(data, true, []objgen.ELFReloc{{Sym: 2, Type: abs[machine]}})
					}
				})
				errs := whole(t, how, [][]*objfmt.ObjectImage{imgs})
				if threads && len(errs) == 0 {
					t.Error("the address of a thread-local is taken")
				}
			})
		}
	}
}

// machoNames is an object for x86-64 with pointers to names, and aliases: "a=b" says
// that a stands for b.
func machoNames(names ...string) []byte {
	f := &objgen.MachO{Is64: true, CPU: 0x1000007}
	var relocs []objgen.MachOReloc
	for _, n := range names {
		name, target, alias := strings.Cut(n, "=")
		typ := uint8(1)
		if alias {
			typ = 0xb
		}
		sym := f.AddSymbol(objgen.MachOSymbol{Name: name, Type: typ, Target: target})
		relocs = append(relocs, objgen.MachOReloc{Address: uint32(8 * sym), Symbol: sym, Length: 3, Extern: true})
	}
	f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 8*len(names)), Relocs: relocs})
	return f.Bytes()
}

// TestAliasStays: a name that stands for another does so for objects that come later, and
// no other name does because it has got the same place in the table.
func TestAliasStays(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"_b": {Addr: 0x1000}, "_c": {Addr: 0x2000}, "_d": {Addr: 0x3000}}})
	var objs []*rtdyld.Object
	for _, names := range [][]string{{"_a=_b"}, {"_c", "_d"}, {"_a", "_c"}} {
		o, err := r.Load(t.Context(), parse(t, names[0], machoNames(names...)))
		if err != nil {
			t.Fatal(err)
		}
		r.resolve()
		objs = append(objs, o...)
	}
	for i, want := range []string{"00 10", "00 20 00 00 00 00 00 00 00 30", "00 10 00 00 00 00 00 00 00 20"} {
		if got := hex(section(t, objs[i], "__data").Mem); !strings.HasPrefix(got, want) {
			t.Errorf("object %d has %s, want %s", i, got, want)
		}
	}
	r.unload(objs...)
	if s := r.Sizes(); s.Names+s.Aliases != 0 {
		t.Errorf("left: %+v\n%s", s, r.Dump())
	}
}

// TestAdoptedCommon: the size and address of a common symbol by a name that is hidden
// in its own batch, and that another name stands for.
func TestAdoptedCommon(t *testing.T) {
	elf := func(name string, more func(f *objgen.ELF, data uint32)) *objfmt.ObjectImage {
		f := &objgen.ELF{Is64: true, Machine: 62}
		more(f, f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16), Align: 8}))
		return parse(t, name, f.Bytes())
	}
	defines := elf("defines.o", func(f *objgen.ELF, _ uint32) {
		f.AddSymbol(objgen.ELFSymbol{Name: "x", Type: 1, Bind: 1, Reserved: 0xfff2, Value: 8, Size: 40})
	})
	mentions := elf("mentions.o", func(f *objgen.ELF, data uint32) {
		f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1, Other: 2})
		f.AddRelocs(data, true, []objgen.ELFReloc{{Sym: 1, Type: 33}, {Offset: 8, Sym: 1, Type: 1}})
	})
	strong := elf("strong.o", func(f *objgen.ELF, data uint32) {
		f.AddSymbol(objgen.ELFSymbol{Name: "x", Type: 1, Bind: 1, Section: data})
	})
	r := newRig(t, rtdyld.Config{})
	var objs []*rtdyld.Object
	for _, img := range []*objfmt.ObjectImage{defines, mentions} {
		o, err := r.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		objs = append(objs, o...)
	}
	r.resolve(objs[1])
	if got, addr := binary.LittleEndian.Uint64(section(t, objs[1], ".data").Mem), r.addr("x"); got != 40 || binary.LittleEndian.Uint64(section(t, objs[1], ".data").Mem[8:]) != addr {
		t.Errorf("x has %d bytes, want 40: %s", got, hex(section(t, objs[1], ".data").Mem))
	}
	// What code is bound to is not replaced.
	if _, err := r.Load(t.Context(), strong); !errors.Is(err, rtdyld.ErrDuplicate) {
		t.Errorf("Load of another definition: %v", err)
	}
}

// TestStaleAdoption: a name that stands for a hidden one, which stood for a definition that
// is gone.
func TestStaleAdoption(t *testing.T) {
	f := &objgen.MachO{Is64: true, CPU: 0x1000007}
	f.AddSymbol(objgen.MachOSymbol{Name: "_a", Type: 0xb, Target: "_b"})
	f.AddSymbol(objgen.MachOSymbol{Name: "_b", Type: 0x11})
	f.AddSymbol(objgen.MachOSymbol{Name: "_nobody", Type: 1})
	f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 8), Relocs: []objgen.MachOReloc{{Symbol: 2, Length: 3, Extern: true}}})
	common := &objgen.MachO{Is64: true, CPU: 0x1000007}
	common.AddSymbol(objgen.MachOSymbol{Name: "_b", Type: 1, Value: 24})
	common.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 8)})

	r := newRig(t, rtdyld.Config{})
	def, err := r.Load(t.Context(), parse(t, "b.o", common.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Load(t.Context(), parse(t, "a.o", f.Bytes())); err != nil {
		t.Fatal(err)
	}
	if err := r.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Fatalf("Resolve: %v", err)
	}
	if s, err := r.Lookup("_a"); err != nil || s.Addr != r.addr("_b") {
		t.Errorf("_a is at %+v, want %#x", s, r.addr("_b"))
	}
	r.unload(def...)
	if s, err := r.Lookup("_a"); err == nil {
		t.Errorf("_a is at %+v though what it stands for is gone", s)
	}
}

// TestLoadClosed: a closed image is refused, and nothing is left of those before it.
func TestLoadClosed(t *testing.T) {
	for _, all := range []bool{false, true} {
		r := newRig(t, rtdyld.Config{AllSections: all})
		imgs := images(t, "call")
		closed, err := objfile.Parse("closed.o", file(t, "call"))
		if err != nil {
			t.Fatal(err)
		}
		closed.Close()
		if _, err := r.Load(t.Context(), imgs[0], closed); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("Load: %v", err)
		}
		if s := r.Sizes(); s.Names+s.Pending != 0 || len(r.Objects()) != 0 {
			t.Errorf("left: %+v", s)
		}
	}
}

// TestFailedDuplicate: a batch that fails takes nothing away that one before it has brought, too.
func TestFailedDuplicate(t *testing.T) {
	record := (&objgen.COFFImport{Machine: 0x8664, Symbol: "puts", Library: "msvcrt.dll", NameType: 1}).Bytes()
	f := &objgen.COFF{Machine: 0x8664}
	data := f.Add(objgen.COFFSection{Name: ".data", Flags: 0xc0000040, Data: make([]byte, 8)})
	f.AddSymbol(objgen.COFFSymbol{Name: "puts", Class: 2})
	f.Section(data).Relocs = []objgen.COFFReloc{{Type: 1}}
	user := f.Bytes()
	var asked []rtdyld.Ref
	r := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld, Resolver: resolverOf(func(refs []rtdyld.Ref, out []rtdyld.Symbol) {
		asked = append(asked, refs...)
		for i := range out {
			out[i] = rtdyld.Symbol{Addr: 0x1000, Found: true}
		}
	})})
	load := func(batch ...[]byte) ([]*rtdyld.Object, error) {
		var imgs []*objfmt.ObjectImage
		for _, b := range batch {
			imgs = append(imgs, parse(t, "duplicate.o", b))
		}
		return r.Load(t.Context(), imgs...)
	}
	first, err := load(record)
	if err != nil {
		t.Fatal(err)
	}
	r.mem.spoil = func(*allocation, []rtdyld.Request) error { return errNoMemory }
	if _, err := load(record, user); !errors.Is(err, errNoMemory) {
		t.Fatalf("Load without memory: %v", err)
	}
	r.mem.spoil = nil
	second, err := load(record)
	if err != nil {
		t.Fatal(err)
	}
	r.unload(first...)
	objs, err := load(user)
	if err != nil {
		t.Fatal(err)
	}
	r.resolve()
	if len(asked) != 1 || asked[0].Name != "puts" || asked[0].Import == nil || asked[0].Import.Library != "msvcrt.dll" {
		t.Errorf("asked for %+v", asked)
	}
	if got := section(t, objs[0], ".data").Number; got != 0 {
		t.Errorf("the first section that is emitted is number %d", got)
	}
	r.unload(append(objs, second...)...)
	if s := r.Sizes(); s.Names+s.Imports != 0 {
		t.Errorf("left: %+v", s)
	}
}

// resolverOf adapts a function.
type resolverOf func(refs []rtdyld.Ref, out []rtdyld.Symbol)

func (f resolverOf) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	f(refs, out)
	return nil
}

// TestLocalAlias: a name that its object alone sees may stand for any other one.
func TestLocalAlias(t *testing.T) {
	for _, extern := range []uint8{0, 1} { // local names before a global one and behind it
		f := &objgen.MachO{Is64: true, CPU: 0x1000007}
		f.AddSymbol(objgen.MachOSymbol{Name: "_first", Type: 0xe | extern, Section: 1})
		f.AddSymbol(objgen.MachOSymbol{Name: "_a", Type: 0xa, Target: "_b"})
		f.AddSymbol(objgen.MachOSymbol{Name: "_c", Type: 0xb, Target: "_d"})
		f.AddSymbol(objgen.MachOSymbol{Name: "_e", Type: 0xa, Target: "_c"})
		f.AddSymbol(objgen.MachOSymbol{Name: "_d", Type: 0xf, Section: 1, Value: 8})
		f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 16), Relocs: []objgen.MachOReloc{
			{Symbol: 1, Length: 3, Extern: true}, {Address: 8, Symbol: 3, Length: 3, Extern: true},
		}})
		r := newRig(t, rtdyld.Config{Resolver: outside{"_b": {Addr: 0x123456}}})
		objs, err := r.Load(t.Context(), parse(t, "local.o", f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		r.resolve()
		s := section(t, objs[0], "__data")
		if a, e := binary.LittleEndian.Uint64(s.Mem), binary.LittleEndian.Uint64(s.Mem[8:]); a != 0x123456 || e != s.Addr+8 {
			t.Errorf("_a is at %#x, _e at %#x, want 0x123456 and %#x", a, e, s.Addr+8)
		}
	}
}
