package rtdyld_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Types and instructions of 64-bit PowerPC.
const (
	ppcREL24, ppcADDR64, ppcGOT16, ppcTOC = 10, 38, 14, 51
	ppcBL, ppcB, ppcNop, ppcRestore       = 0x48000001, 0x48000000, 0x60000000, 0xe8410018
)

// tocObject is an object with code of words, a table .toc of one word, and a function and relocations of the code.
func tocObject(t *testing.T, name, defines string, calls []string, words ...uint32) *objfmt.ObjectImage {
	t.Helper()
	f := &objgen.ELF{Is64: true, Machine: 21, Flags: 2}
	var code []byte
	for _, w := range words {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	rodata := f.Add(objgen.ELFSection{Name: ".rodata", Flags: 2, Data: bytes.Repeat([]byte{1}, 0x9000), Align: 16})
	f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: bytes.Repeat([]byte{2}, 0x9000), Align: 16})
	toc := f.Add(objgen.ELFSection{Name: ".toc", Flags: 3, Data: make([]byte, 8), Align: 8})
	f.AddSymbol(objgen.ELFSymbol{Name: defines, Value: 16, Size: 8, Type: 2, Bind: 1, Other: 3 << 5, Section: text})
	f.AddRelocs(toc, true, []objgen.ELFReloc{{Type: ppcTOC}})
	var rs []objgen.ELFReloc
	for i, c := range calls {
		rs = append(rs, objgen.ELFReloc{Offset: uint64(8 * i), Sym: f.AddSymbol(objgen.ELFSymbol{Name: c, Bind: 1}), Type: ppcREL24})
	}
	f.AddRelocs(text, true, rs)
	f.AddRelocs(rodata, true, []objgen.ELFReloc{{Sym: 1, Type: ppcGOT16}})
	return parse(t, name, f.Bytes())
}

// tables are what .toc of objects holds: T.
func tables(t *testing.T, objs ...*rtdyld.Object) (all []uint64) {
	t.Helper()
	for _, o := range objs {
		all = append(all, binary.LittleEndian.Uint64(section(t, o, ".toc").Mem))
	}
	return all
}

// TestSharedTable: objects of a batch have one T, 0x8000 behind the first of their tables, which lie together whatever else
// the objects have, and enter each other's functions behind what computes it; those of another batch have another,
// are entered by stubs, and r2 is restored behind that.
func TestSharedTable(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), tocObject(t, "a.o", "fa", []string{"fb", "fc"}, ppcBL, ppcNop, ppcBL, ppcNop, 0, 0), tocObject(t, "b.o", "fb", []string{"fa"}, ppcB, 0, 0, 0, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	others, err := r.Load(t.Context(), tocObject(t, "c.o", "fc", []string{"fa"}, ppcBL, ppcNop, 0, 0, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	toc := tables(t, objs[0], objs[1], others[0])
	if toc[0] != toc[1] || toc[0] == toc[2] {
		t.Errorf("T of the objects: %#x", toc)
	}
	first, second := section(t, objs[0], ".toc"), section(t, objs[1], ".toc")
	if d := second.Addr - first.Addr; d > 0x100 {
		t.Errorf("the tables are %#x apart", d)
	}
	if toc[0]-0x8000 > first.Addr || first.Addr-(toc[0]-0x8000) > 0x100 {
		t.Errorf("T is %#x, the table at %#x", toc[0], first.Addr)
	}
	a, b, c := section(t, objs[0], ".text"), section(t, objs[1], ".text"), section(t, others[0], ".text")
	word := func(s rtdyld.LoadedSection, off int) uint32 { return binary.LittleEndian.Uint32(s.Mem[off:]) }
	for _, x := range []struct {
		name      string
		got, want uint32
	}{
		{"fb from the batch", word(a, 0), ppcBL + uint32(b.Addr+24-a.Addr)&0x3fffffc},
		{"behind it", word(a, 4), ppcNop},
		{"fa by a branch that does not come back", word(b, 0), ppcB + uint32(a.Addr+24-b.Addr)&0x3fffffc},
		{"behind fc of another batch", word(a, 12), ppcRestore},
		{"behind fa from another batch", word(c, 4), ppcRestore},
	} {
		if x.got != x.want {
			t.Errorf("%s: %#x, want %#x", x.name, x.got, x.want)
		}
	}
	stub := a.Addr + 8 + uint64(int64(int32(word(a, 8)<<6))>>6)&^3
	if !objs[0].Contains(stub) || stub == c.Addr+16 {
		t.Errorf("fc is called at %#x, no stub", stub)
	}
}

// TestFixedTable: T may be given, as the address of .TOC.
func TestFixedTable(t *testing.T) {
	const given = 0x7654_3210
	r := newRig(t, rtdyld.Config{Fixed: func(name string) (uint64, bool) { return given, name == ".TOC." }})
	f := &objgen.ELF{Is64: true, Machine: 21, Flags: 2}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16), Align: 8})
	f.AddRelocs(data, true, []objgen.ELFReloc{{Type: ppcTOC}, {Offset: 8, Sym: f.AddSymbol(objgen.ELFSymbol{Name: ".TOC.", Bind: 1}), Type: ppcADDR64}})
	objs, err := r.Load(t.Context(), parse(t, "toc.o", f.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	for i := range 2 {
		if got := binary.LittleEndian.Uint64(section(t, objs[0], ".data").Mem[8*i:]); got != given {
			t.Errorf("word %d: %#x", i, got)
		}
	}
}

// TestNoRestore: a branch to another batch behind which r2 cannot be restored is refused.
func TestNoRestore(t *testing.T) {
	for name, words := range map[string][]uint32{"no nop": {ppcBL, 0x7c0802a6, 0, 0, 0, 0}, "no call": {ppcB, ppcNop, 0, 0, 0, 0}} {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), tocObject(t, "c.o", "fc", nil, 0, 0, 0, 0, 0, 0)); err != nil {
			t.Fatal(err)
		}
		objs, err := r.Load(t.Context(), tocObject(t, "a.o", "fa", []string{"fc"}, words...))
		if err != nil {
			t.Fatal(err)
		}
		err = r.Finalize(t.Context(), objs...)
		var bad *rtdyld.RelocError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), "no nop behind it to restore r2") || bad.Type != "R_PPC64_REL24" || bad.Symbol != "fc" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPlainCall: what a resolver calls a plain value has no other T: it is branched to as it is, whatever is behind the branch, and
// through a stub that leaves r2 alone where it is far. GNU ld and ld.lld do so for absolute symbols.
func TestPlainCall(t *testing.T) {
	for _, far := range []bool{false, true} {
		var r *rig
		var to uint64
		r = newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
			for i := range refs {
				if to = r.Near() + 0x1000; far {
					to = 0x1234_5678_9abc_def0
				}
				out[i] = rtdyld.Symbol{Kind: rtdyld.Abs, Addr: to, Found: true}
			}
			return nil
		})})
		objs, err := r.Load(t.Context(), tocObject(t, "a.o", "fa", []string{"ext", "ext"}, ppcBL, 0x7c0802a6, ppcBL, ppcNop, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		a := section(t, objs[0], ".text")
		word := func(off int) uint32 { return binary.LittleEndian.Uint32(a.Mem[off:]) }
		if b := word(4); b != 0x7c0802a6 {
			t.Errorf("far %v: behind the first call: %#x", far, b)
		}
		if b := word(12); b != ppcNop {
			t.Errorf("far %v: behind the second call: %#x", far, b)
		}
		for _, off := range []uint64{0, 8} {
			at := a.Addr + off + uint64(int64(int32(word(int(off))<<6))>>6)&^3
			if !far && at != to || far && !objs[0].Contains(at) {
				t.Errorf("far %v: the branch at %d leads to %#x", far, off, at)
			}
		}
	}
}

// TestIndirectHere: an indirect function is called through a stub also by its own object, which enters at the code that
// stands for it, not behind that.
func TestIndirectHere(t *testing.T) {
	for _, bind := range []byte{0, 1} {
		r := newRig(t, rtdyld.Config{})
		f := &objgen.ELF{Is64: true, Machine: 21, Flags: 2}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: []byte{1, 0, 0, 0x48, 0, 0, 0, 0x60, 0, 0, 0, 0}, Align: 16})
		sym := f.AddSymbol(objgen.ELFSymbol{Name: "chosen", Value: 8, Size: 4, Type: 10, Bind: bind, Other: 3 << 5, Section: text})
		f.AddRelocs(text, true, []objgen.ELFReloc{{Sym: sym, Type: ppcREL24}})
		objs, err := r.Load(t.Context(), parse(t, fmt.Sprintf("ifunc%d.o", bind), f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		mem := section(t, objs[0], ".text").Mem
		if got := binary.LittleEndian.Uint32(mem[4:]); got != ppcRestore {
			t.Errorf("bind %d: behind the call: %#x", bind, got)
		}
	}
}

// TestNoDescriptors: objects whose functions are descriptors are refused where their flags say that they are not, and in little-endian ones,
// of which there are none in ABI ELFv1.
func TestNoDescriptors(t *testing.T) {
	for _, c := range []struct {
		flags uint32
		big   bool
	}{{2, true}, {0, false}, {1, false}, {2, false}} {
		flags := c.flags
		r := newRig(t, rtdyld.Config{})
		f := &objgen.ELF{Is64: true, Machine: 21, Flags: flags, Big: c.big}
		f.Add(objgen.ELFSection{Name: ".opd", Flags: 3, Data: make([]byte, 24), Align: 8})
		_, err := r.Load(t.Context(), parse(t, "v1.o", f.Bytes()))
		if !errors.Is(err, rtdyld.ErrUnsupported) || !strings.Contains(err.Error(), "v1.o: ") || !strings.Contains(err.Error(), "ABI ELFv1") {
			t.Errorf("flags %d: %v", flags, err)
		}
	}
}
