package elf_test

import (
	"bytes"
	"compress/zlib"
	"debug/elf"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

type objgenSymbol = objgen.ELFSymbolRecord

// class is one of the four containers.
type class struct{ is64, big bool }

var classes = []class{{false, false}, {false, true}, {true, false}, {true, true}}

func (c class) String() string {
	return map[bool]string{false: "32", true: "64"}[c.is64] + map[bool]string{false: "le", true: "be"}[c.big]
}

// machine is one that comes in this class and byte order.
func (c class) machine() elf.Machine {
	switch {
	case c.is64 && c.big:
		return elf.EM_PPC64
	case c.is64:
		return elf.EM_X86_64
	case c.big:
		return elf.EM_PPC
	}
	return elf.EM_386
}

func (c class) file() *objgen.ELF {
	return &objgen.ELF{Is64: c.is64, Big: c.big, Machine: uint16(c.machine())}
}

// parse parses an object that must be good; the test closes it.
func parse(tb testing.TB, name string, data []byte) *objfmt.ObjectImage {
	tb.Helper()
	img, err := own.Parse(objfmt.NewBuffer(name, data))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := img.Close(); err != nil {
			tb.Error(err)
		}
	})
	return img
}

// full is parse with a record for every section.
func full(tb testing.TB, img *objfmt.ObjectImage) *objfmt.ObjectImage {
	tb.Helper()
	all, err := img.Full()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { all.Close() })
	return all
}

// byNumber finds the record of a section by its number in the file.
func byNumber(img *objfmt.ObjectImage, number uint32) (objfmt.SectionID, *objfmt.Section) {
	for i := range img.Sections {
		if img.Sections[i].Number == number {
			return objfmt.SectionID(i), &img.Sections[i]
		}
	}
	return 0, nil
}

// symbol finds a symbol by its name.
func symbol(tb testing.TB, img *objfmt.ObjectImage, name string) *objfmt.Symbol {
	tb.Helper()
	for i := range img.Symbols {
		if img.SymbolName(objfmt.SymbolID(i)) == name {
			return &img.Symbols[i]
		}
	}
	tb.Fatalf("no symbol %s", name)
	return nil
}

func pack(plain []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(plain)
	w.Close()
	return b.Bytes()
}

func rel(offset uint64, sym, typ uint32, addend int64) objgen.ELFReloc {
	return objgen.ELFReloc{Offset: offset, Sym: sym, Type: typ, Addend: addend}
}

// Section flags of the gABI that debug/elf does not name.
const (
	shfRetain  = 0x200000
	shfExclude = 0x80000000
	shfLarge   = 0x10000000
)

// sample is an object that has one of everything.
type sample struct {
	*objgen.ELF
	text, relText, data, bss, group, groupText, debug, packed uint32
	foo, ext                                                  uint32 // symbols
}

// newSample builds one; rela chooses the kind of relocation records.
func newSample(c class, rela bool) *sample {
	s := &sample{ELF: c.file()}
	a, w, x := uint64(elf.SHF_ALLOC), uint64(elf.SHF_WRITE), uint64(elf.SHF_EXECINSTR)
	s.text = s.Add(objgen.ELFSection{Name: ".text", Flags: a | x, Data: bytes.Repeat([]byte{0x90}, 64), Align: 16})
	s.foo = 3
	s.ext = 4
	s.relText = s.AddRelocs(s.text, rela, []objgen.ELFReloc{rel(0, s.foo, 1, -4), rel(8, s.ext, 2, 0x7ffffff0), rel(16, 1, 3, 12), rel(24, 0, 0, 0)})
	s.data = s.Add(objgen.ELFSection{Name: ".data", Flags: a | w, Data: []byte("sixteen bytes!!!"), Align: 8})
	s.bss = s.Add(objgen.ELFSection{Name: ".bss", Type: uint32(elf.SHT_NOBITS), Flags: a | w, Size: 0x12345, Align: 64})
	s.groupText = 6
	s.group = s.AddGroup(s.foo, 1, s.groupText, s.groupText+1)
	s.Add(objgen.ELFSection{Name: ".text.foo", Flags: a | x | uint64(elf.SHF_GROUP), Data: []byte{0xc3, 0, 0, 0}, Align: 4})
	s.AddRelocs(s.groupText, rela, []objgen.ELFReloc{rel(0, s.ext, 4, 5)})
	s.debug = s.Add(objgen.ELFSection{Name: ".debug_info", Data: make([]byte, 32), Align: 1})
	s.AddRelocs(s.debug, rela, []objgen.ELFReloc{rel(4, 1, 1, 0)})
	plain := bytes.Repeat([]byte("debug "), 100)
	s.packed = s.Add(objgen.ELFSection{Name: ".debug_str", Flags: uint64(elf.SHF_COMPRESSED), Align: 8, Data: s.Compressed(1, uint64(len(plain)), 1, pack(plain))})
	s.Add(objgen.ELFSection{Name: ".note.GNU-stack", Align: 1})
	s.AddSymbol(objgen.ELFSymbol{Type: byte(elf.STT_SECTION), Section: s.text})
	s.AddSymbol(objgen.ELFSymbol{Name: "file.c", Type: byte(elf.STT_FILE), Reserved: uint16(elf.SHN_ABS)})
	s.AddSymbol(objgen.ELFSymbol{Name: "foo", Type: byte(elf.STT_FUNC), Bind: byte(elf.STB_WEAK), Section: s.groupText, Size: 4})
	s.AddSymbol(objgen.ELFSymbol{Name: "ext", Bind: byte(elf.STB_GLOBAL)})
	s.AddSymbol(objgen.ELFSymbol{Name: "buf", Type: byte(elf.STT_OBJECT), Bind: byte(elf.STB_GLOBAL), Reserved: uint16(elf.SHN_COMMON), Value: 32, Size: 4000})
	return s
}

// each runs a test for every class and kind of relocation record.
func each(t *testing.T, f func(t *testing.T, c class, rela bool)) {
	for _, c := range classes {
		for _, rela := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/rela=%v", c, rela), func(t *testing.T) { f(t, c, rela) })
		}
	}
}
