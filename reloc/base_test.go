package reloc_test

import (
	"bytes"
	stdelf "debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Some rows of 64-bit PowerPC (64-Bit ELF V2 ABI Specification, section 3.5.3), whose GOT
// has its base 32 KiB behind its start, and whose functions have two entries.
const (
	upper   = FieldArch + iota // the upper half of 32 bits, rounded for a signed lower one
	lower                      // the lower half
	lowerDS                    // likewise, without the two lowest bits
	branch24
)

// half16 is a field in 16 bits of an instruction.
func half16(text string, shift uint, mask uint16) Insn {
	f := Insn{Text: text, Width: 2, Min: -1 << 31, Max: 1<<31 - 1}
	f.Put = func(mem []byte, o bin.Order, v uint64) {
		if shift > 0 {
			v += 0x8000
		}
		o.PutU16(mem, o.U16(mem)&^mask|uint16(v>>shift)&mask)
	}
	f.Get = func(mem []byte, o bin.Order) int64 { return int64(int16(o.U16(mem)&mask)) << shift }
	return f
}

var tocFields = [...]Insn{
	upper - FieldArch:   half16("upper 16", 16, 0xffff),
	lower - FieldArch:   half16("lower 16", 0, 0xffff),
	lowerDS - FieldArch: half16("lower 14", 0, 0xfffc),
	branch24 - FieldArch: {Text: "signed 26", Width: 4, Min: -1 << 25, Max: 1<<25 - 4, Align: 4,
		Put: func(mem []byte, o bin.Order, v uint64) {
			o.PutU32(mem, o.U32(mem)&^0x03fffffc|uint32(v)&0x03fffffc)
		},
		Get: func(mem []byte, o bin.Order) int64 { return int64(int32(o.U32(mem)<<6)>>6) &^ 3 },
	},
}

var toc = NewTable(&Arch{
	Name: "made", PtrSize: 8, StubSize: 16, StubAlign: 16, Fields: tocFields[:], BranchTail: 4, Branch: tocBranch,
	WriteStub: func(dst []byte, _ bin.Order, addr, target uint64) bool { return true },
	TableBias: 0x8000, TableNames: []string{".TOC."},
	LocalEntry: func(other uint8) uint64 { return 1 << (other >> 5) >> 2 << 2 },
}, []Howto{
	10: {Name: "R_PPC64_REL24", Expr: PC, Field: branch24, Need: NeedStub, Branch: 1}, 38: Row("R_PPC64_ADDR64", Abs, Word64, NeedNone),
	48: Row("R_PPC64_TOC16_LO", Base, lower, NeedNone), 50: Row("R_PPC64_TOC16_HA", Base, upper, NeedNone),
	17: Row("R_PPC64_GOT16_HA", Base, upper, NeedGOT), 59: Row("R_PPC64_GOT16_LO_DS", Base, lowerDS, NeedGOT),
	64:  Row("R_PPC64_TOC16_LO_DS", Base, lowerDS, NeedNone),
	250: Row("R_PPC64_REL16_LO", PC, lower, NeedNone), 252: Row("R_PPC64_REL16_HA", PC, upper, NeedNone),
})

// tocBranch goes to what is in the object, and elsewhere through a stub if T can be
// restored behind it.
func tocBranch(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool) {
	insn := code.Insn
	o := bin.Order{}
	if _, here := about.Other(sym); !here || stub != 0 {
		if stub == 0 || len(insn) < 8 || o.U32(insn[4:]) != idle {
			return v, false
		}
		o.PutU32(insn[4:], restore)
		v = stub - p
	}
	tocFields[branch24-FieldArch].Put(insn, o, v)
	return v, true
}

// others answers for the symbols of an image.
type others struct {
	Symbols
	syms []objfmt.Symbol
}

// Other implements [Symbols].
func (a others) Other(sym objfmt.SymbolID) (uint8, bool) {
	if int(sym) >= len(a.syms) {
		return 0, false
	}
	s := &a.syms[sym]
	return s.Other, s.Defined()
}

// linked is an object that was assembled and, with addresses of its sections and symbols,
// linked by others.
type linked struct {
	img  *objfmt.ObjectImage
	out  *stdelf.File
	addr []uint64 // by symbol
}

// linkWithLLD assembles a source for a triple and links it.
func linkWithLLD(t *testing.T, triple, source string, args ...string) *linked {
	t.Helper()
	citest.Need(t, "llvm-mc", "ld.lld")
	dir := t.TempDir()
	obj, out := filepath.Join(dir, "in.o"), filepath.Join(dir, "out")
	cmd := exec.Command("llvm-mc", "-triple="+triple, "-filetype=obj", "-o", obj)
	cmd.Stdin = bytes.NewReader([]byte(source))
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("llvm-mc: %v\n%s", err, text)
	}
	args = append(args, "--section-start=.text=0x10010000", "--section-start=.data=0x20000000", "-e", "f", "-o", out, obj)
	if text, err := exec.Command("ld.lld", args...).CombinedOutput(); err != nil {
		t.Fatalf("ld.lld: %v\n%s", err, text)
	}
	data, err := os.ReadFile(obj)
	if err != nil {
		t.Fatal(err)
	}
	l := new(linked)
	if l.img, err = elf.Parse(objfmt.NewBuffer("in.o", data)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.img.Close() })
	if l.out, err = stdelf.Open(out); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.out.Close() })
	syms, err := l.out.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]uint64{}
	for _, s := range syms {
		at[s.Name] = s.Value
	}
	for i := range l.img.Symbols {
		id := objfmt.SymbolID(i)
		addr := at[l.img.SymbolName(id)]
		if s := &l.img.Symbols[i]; s.Type == objfmt.SymSection && s.Section < objfmt.SecSpecial {
			addr = l.section(t, l.img.SectionName(s.Section)).Addr
		}
		l.addr = append(l.addr, addr)
	}
	return l
}

// section is a section of the output.
func (l *linked) section(t *testing.T, name string) *stdelf.Section {
	t.Helper()
	s := l.out.Section(name)
	if s == nil {
		t.Fatalf("the linker made no %s", name)
	}
	return s
}

// compare applies the relocations of each section by a table, with the GOT entries at
// addresses that the output has them at, and compares the bytes with the output's.
func (l *linked) compare(t *testing.T, table *Table, base uint64, entries ...uint64) {
	t.Helper()
	var sc stubstest.Scanner
	var plan stubs.Plan
	img := l.img
	sc.Begin(len(img.Symbols))
	var records [][]Reloc
	for i := range img.Sections {
		var rs []Reloc
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				t.Fatal(err)
			}
			rs = append(rs, r)
		}
		if k, why := sc.Scan(table, img.Sections[i].Size, rs); why != OK {
			t.Fatalf("%+v: fault %d", rs[k], why)
		}
		records = append(records, rs)
	}
	sc.End(table, img.Symbols, func(objfmt.SymbolID) bool { return false }, make(Firsts, FirstsLen(len(img.Symbols))), &plan)
	if len(plan.List) != len(entries) {
		t.Fatalf("%d entries, want %d", len(plan.List), len(entries))
	}
	env := Env{
		Table: table, Made: &plan.Entries, Order: bin.Order{Big: img.Big}, Addr: append(l.addr, entries...), Base: base,
		About: others{nil, img.Symbols}, Joints: new(Joints),
	}
	for i, rs := range records {
		name := img.SectionName(objfmt.SectionID(i))
		if len(rs) == 0 {
			continue
		}
		sec := l.section(t, name)
		want, err := sec.Data()
		if err != nil {
			t.Fatal(err)
		}
		at := Contents{File: img.Sections[i].Data, Mem: bytes.Clone(img.Sections[i].Data), Addr: sec.Addr}
		for range 2 {
			if k, v, why := env.Apply(&at, rs); why != OK {
				t.Fatalf("%s: %+v: value %#x: fault %d", name, rs[k], v, why)
			}
			if !bytes.Equal(at.Mem, want[:len(at.Mem)]) {
				t.Errorf("%s:\n got % x\nlld: % x", name, at.Mem, want)
			}
		}
	}
}

// TestTableBase: values that count from a base behind the start of the GOT, branches to
// functions that have a second entry for those who have the same base, and addresses of
// such functions are as lld has them.
func TestTableBase(t *testing.T) {
	l := linkWithLLD(t, "powerpc64le-linux-gnu", tocSource, "--no-toc-optimize")
	got := l.section(t, ".got").Addr
	l.compare(t, toc, got+toc.Arch.TableBias, got+8) // the first word of the GOT is the linker's
}

const tocSource = `
	.abiversion 2
	.text
	.globl f, g, leaf, wide
	.type f,@function
f:
.Lf:	addis 2,12,.TOC.-.Lf@ha
	addi 2,2,.TOC.-.Lf@l
	.localentry f, .-f
	addis 3,2,d@toc@ha
	ld 3,d@toc@l(3)
	addis 4,2,d@got@ha
	ld 4,d@got@l(4)
	addis 5,2,f@toc@ha
	addi 5,5,f@toc@l
	bl g
	nop
	bl leaf
	nop
	bl wide
	nop
	b g
	blr
	.type g,@function
g:
.Lg:	addis 2,12,.TOC.-.Lg@ha
	addi 2,2,.TOC.-.Lg@l
	.localentry g, .-g
	blr
	.type leaf,@function
leaf:	blr
	.type wide,@function
wide:
.Lw:	nop
	nop
	addis 2,12,.TOC.-.Lw@ha
	addi 2,2,.TOC.-.Lw@l
	.localentry wide, .-wide
	blr
	.data
	.globl d
d:	.quad g
	.quad .TOC.
`

// TestLocalEntry: what is elsewhere, and so has another T, is entered by a stub, even where
// it is within reach; a branch that was redirected to a stub knows it as one.
func TestLocalEntry(t *testing.T) {
	const p, far, near, stub = 0x10000, 0x12340, 0x11110, 0x10800
	syms := []objfmt.Symbol{{}, {Section: 0, Other: 3 << 5}, {Section: objfmt.SecUndef}}
	syms[0].Section = objfmt.SecUndef
	made := Entries{Symbols: len(syms), List: []Entry{{Sym: 2, Need: NeedStub}}, First: Firsts{1 << 2, 0}}
	env := Env{Table: toc, Made: &made, Addr: []uint64{0, near, far, stub}, About: others{nil, syms}}
	word := func(ws ...uint32) (b []byte) {
		for _, w := range ws {
			b = append(b, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
		}
		return b
	}
	for _, c := range []struct {
		name       string
		sym        objfmt.SymbolID
		file, want []byte
		why        Fault
	}{
		{"here", 1, word(0x48000001, idle), word(0x48000001+near+8-p, idle), OK},
		{"elsewhere", 2, word(0x48000001, idle), word(0x48000001+stub-p, restore), OK},
		{"redirected", 3, word(0x48000001, idle), word(0x48000001+stub-p, restore), OK},
		{"elsewhere, T is not restored", 2, word(0x48000001, 0x60000001), nil, NoRestore},
	} {
		at := Contents{File: c.file, Mem: bytes.Clone(c.file), Addr: p}
		_, v, why := env.Apply(&at, []Reloc{{Type: 10, Sym: c.sym, HasAddend: true}})
		if why != c.why || why == OK && !bytes.Equal(at.Mem, c.want) {
			t.Errorf("%s: value %#x, fault %d, % x, want % x", c.name, v, why, at.Mem, c.want)
		}
	}
}
