package macho_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// machine is one of those that objects are for.
type machine struct {
	name         string
	cpu, subtype uint32
	is64         bool
	unsigned     uint8 // the type of a pointer's relocation
	branch       uint8 // the type of a call's
}

var machines = []machine{
	{"x86_64", 0x01000007, 3, true, own.X8664Unsigned, own.X8664Branch},
	{"arm64", 0x0100000c, 0, true, own.ARM64Unsigned, own.ARM64Branch26},
	{"arm64_32", 0x0200000c, 1, false, own.ARM64Unsigned, own.ARM64Branch26},
	{"i386", 7, 3, false, own.I386Vanilla, own.I386Vanilla},
	{"arm", 12, 9, false, own.ARMVanilla, own.ARMBranch24},
}

func (m machine) String() string { return m.name }

func machineNamed(name string) machine {
	for _, m := range machines {
		if m.name == name {
			return m
		}
	}
	panic(name)
}

func (m machine) file() *objgen.MachO {
	return &objgen.MachO{Is64: m.is64, CPU: m.cpu, Subtype: m.subtype, Flags: 0x2000}
}

// word is the logarithm of a pointer's bytes, and its bytes.
func (m machine) word() (log uint8, size uint64) {
	if m.is64 {
		return 3, 8
	}
	return 2, 4
}

// each runs a test for every machine.
func each(t *testing.T, f func(t *testing.T, m machine)) {
	for _, m := range machines {
		t.Run(m.name, func(t *testing.T) { f(t, m) })
	}
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

// buffer reads a file.
func buffer(tb testing.TB, path string) *objfmt.ObjectBuffer {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return objfmt.NewBuffer(path, data)
}

// full is an image with a record for every section.
func full(tb testing.TB, img *objfmt.ObjectImage) *objfmt.ObjectImage {
	tb.Helper()
	all, err := img.Full()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { all.Close() })
	return all
}

// refused parses an object that must be bad.
func refused(tb testing.TB, data []byte) error {
	tb.Helper()
	img, err := own.Parse(objfmt.NewBuffer("bad.o", data))
	if err == nil {
		img.Close()
		tb.Error("accepted")
	}
	return err
}

// relocs decodes all records of a section.
func relocs(tb testing.TB, img *objfmt.ObjectImage, id objfmt.SectionID) (all []objfmt.Reloc) {
	tb.Helper()
	for r, err := range img.Relocs(id) {
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// Bits of n_type and of section flags that tests write.
const (
	nExt, nPext, nSect, nAbs, nIndr = 1, 0x10, 0xe, 2, 0xa

	pure, debugAttr = 0x80000400, 0x02000000
)

// sample is an object that has one of everything.
type sample struct {
	*objgen.MachO
	m                                               machine
	text, data, bss, pointers, names, debug, frames uint32 // sections
	stab, cut, foo, alias, ext, buf, alias2         uint32 // symbols
}

func newSample(m machine) *sample {
	s := &sample{MachO: m.file(), m: m, stab: 0, cut: 1, foo: 2, alias: 3, ext: 4, buf: 5, alias2: 6}
	log, size := m.word()
	pointer := func(at uint64, symbol uint32, extern bool) objgen.MachOReloc {
		return objgen.MachOReloc{Address: uint32(at), Symbol: symbol, Type: m.unsigned, Length: log, Extern: extern}
	}
	s.text = s.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: bytes.Repeat([]byte{0x90}, 64), Align: 4, Relocs: []objgen.MachOReloc{
		{Address: 4, Symbol: s.ext, Type: m.branch, PCRel: true, Length: 2, Extern: true},
	}})
	s.data = s.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 4*size), Align: 3, Relocs: []objgen.MachOReloc{
		pointer(0, s.ext, true), pointer(size, s.text, false), pointer(2*size, 0, false),
	}})
	s.bss = s.Add(objgen.MachOSection{Name: "__bss", Segment: "__DATA", Flags: 1, Size: 0x12345, Align: 6})
	s.pointers = s.Add(objgen.MachOSection{Name: "__nl_symbol_ptr", Segment: "__DATA", Flags: 6, Data: make([]byte, 3*size), Align: 2, Reserved1: 1, Relocs: []objgen.MachOReloc{
		pointer(size, s.data, false),
	}})
	s.Indirect = []uint32{99, s.ext, 0x80000000, s.foo}
	s.names = s.Add(objgen.MachOSection{Name: "__sixteen__bytes", Segment: "__also_sixteen_b", Data: []byte("text\x00"), Flags: 2})
	s.debug = s.Add(objgen.MachOSection{Name: "__debug_info", Segment: "__DWARF", Data: make([]byte, 2*size), Flags: debugAttr, Relocs: []objgen.MachOReloc{
		pointer(size, s.text, false),
	}})
	s.frames = s.Add(objgen.MachOSection{Name: "__eh_frame", Segment: "__TEXT", Data: s.frameBytes(), Flags: 0x6800000b, Align: 3})
	s.AddSymbol(objgen.MachOSymbol{Name: "main.c", Type: 0x64, Value: 5})
	s.AddSymbol(objgen.MachOSymbol{Name: "cut", Type: nSect, Section: uint8(s.data), Value: s.Address(s.data) + size})
	s.AddSymbol(objgen.MachOSymbol{Name: "foo", Type: nSect | nExt, Section: uint8(s.text), Desc: 0x80, Value: s.Address(s.text) + 16})
	s.AddSymbol(objgen.MachOSymbol{Name: "alias", Type: nIndr | nExt, Target: "ext"})
	s.AddSymbol(objgen.MachOSymbol{Name: "ext", Type: nExt})
	s.AddSymbol(objgen.MachOSymbol{Name: "buf", Type: nExt, Value: 4000, Desc: 5 << 8})
	s.AddSymbol(objgen.MachOSymbol{Name: "alias2", Type: nIndr | nExt, Target: "nobody"})
	s.Commands = [][]byte{
		s.Command(0x32, []uint32{1, 0x000b0000, 0, 0}, ""), s.LinkerOption("-lfoo"), s.LinkerOption("-framework", "Bar"),
		s.Command(0x29, []uint32{0, 0}, ""), // LC_DATA_IN_CODE
	}
	return s
}

// frameBytes has a CIE and an FDE for the first 32 bytes of the code, to stand
// behind the sections there are.
func (s *sample) frameBytes() []byte {
	_, size := s.m.word()
	at := (s.Address(1<<32-1) + 7) &^ 7
	word := func(b []byte, v uint64) []byte {
		for range size {
			b = append(b, byte(v))
			v >>= 8
		}
		return b
	}
	u32 := func(b []byte, v uint32) []byte { return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24)) }
	b := append(u32(u32(nil, 20), 0), 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x10, 0, 0, 0, 0, 0, 0, 0)
	b = u32(u32(b, uint32(4+2*size+4)), frameFDE+4)
	b = word(b, s.Address(s.text)-(at+frameFDE+8))
	b = word(b, 32)
	return append(b, 0, 0, 0, 0)
}

// frameFDE is where the FDE of frameBytes begins.
const frameFDE = 24
