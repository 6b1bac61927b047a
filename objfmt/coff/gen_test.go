package coff_test

import (
	"bytes"
	"debug/pe"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/coff"
)

// Characteristics that debug/pe does not name.
const (
	scnLinkInfo    = 0x200
	scnLinkRemove  = 0x800
	scnMem16Bit    = 0x20000
	scnDiscardable = 0x2000000
	scnRelocOvfl   = 0x1000000

	text   = pe.IMAGE_SCN_CNT_CODE | pe.IMAGE_SCN_MEM_EXECUTE | pe.IMAGE_SCN_MEM_READ
	rodata = pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ
	data   = rodata | pe.IMAGE_SCN_MEM_WRITE
	bss    = pe.IMAGE_SCN_CNT_UNINITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ | pe.IMAGE_SCN_MEM_WRITE
	comdat = pe.IMAGE_SCN_LNK_COMDAT
	info   = scnLinkInfo | scnLinkRemove
)

// align is the characteristics of an alignment of 1<<log bytes.
func align(log int) uint32 { return uint32(log+1) << 20 }

// flavour is one of the two containers with a machine.
type flavour struct {
	machine uint16
	big     bool
}

var flavours = []flavour{
	{pe.IMAGE_FILE_MACHINE_AMD64, false}, {pe.IMAGE_FILE_MACHINE_I386, false}, {pe.IMAGE_FILE_MACHINE_ARMNT, false}, {pe.IMAGE_FILE_MACHINE_ARM64, false},
	{pe.IMAGE_FILE_MACHINE_AMD64, true}, {pe.IMAGE_FILE_MACHINE_ARMNT, true},
}

func (f flavour) String() string {
	name := map[uint16]string{
		pe.IMAGE_FILE_MACHINE_AMD64: "amd64", pe.IMAGE_FILE_MACHINE_I386: "i386", pe.IMAGE_FILE_MACHINE_ARMNT: "armnt", pe.IMAGE_FILE_MACHINE_ARM64: "arm64",
	}[f.machine]
	if f.big {
		name += "-big"
	}
	return name
}

func (f flavour) file() *objgen.COFF { return &objgen.COFF{Machine: f.machine, Big: f.big} }

// each runs a test for every flavour.
func each(t *testing.T, f func(t *testing.T, fl flavour)) {
	for _, fl := range flavours {
		t.Run(fl.String(), func(t *testing.T) { f(t, fl) })
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
func byNumber(img *objfmt.ObjectImage, number int32) (objfmt.SectionID, *objfmt.Section) {
	for i := range img.Sections {
		if img.Sections[i].Number == uint32(number) {
			return objfmt.SectionID(i), &img.Sections[i]
		}
	}
	return objfmt.SecUndef, nil
}

// symbol finds a symbol by its name.
func symbol(tb testing.TB, img *objfmt.ObjectImage, name string) (objfmt.SymbolID, *objfmt.Symbol) {
	tb.Helper()
	for i := range img.Symbols {
		if img.SymbolName(objfmt.SymbolID(i)) == name {
			return objfmt.SymbolID(i), &img.Symbols[i]
		}
	}
	tb.Fatalf("no symbol %s", name)
	return 0, nil
}

// group finds a group by its name, nil if there is none.
func group(img *objfmt.ObjectImage, name string) *objfmt.Group {
	for i := range img.Groups {
		if img.GroupName(&img.Groups[i]) == name {
			return &img.Groups[i]
		}
	}
	return nil
}

// numbers lists the sections of a group as the file numbers them.
func numbers(img *objfmt.ObjectImage, g *objfmt.Group) (list []int32) {
	if g == nil {
		return nil
	}
	for _, id := range img.GroupMembers(g) {
		list = append(list, int32(img.Sections[id].Number))
	}
	return list
}

// sample is an object that has one of everything.
type sample struct {
	*objgen.COFF
	text, data, bss, fun, pdata, xdata, debug, drectve, tls int32 // sections
	file, textSym, foo, ext, weak, deflt, common            uint32
}

const commonName = "a common symbol of a long name"

// newSample builds one.
func newSample(f flavour) *sample {
	s := &sample{COFF: f.file()}
	s.foo, s.ext, s.textSym = 9, 11, 2
	s.text = s.Add(objgen.COFFSection{Name: ".text", Flags: text | align(4), Data: bytes.Repeat([]byte{0x90}, 64), Relocs: []objgen.COFFReloc{
		{Address: 0, Sym: s.foo, Type: 4}, {Address: 8, Sym: s.ext, Type: 1}, {Address: 16, Sym: s.textSym, Type: 2}, {Address: 60, Sym: 1 << 30, Type: 0xffff},
	}})
	s.data = s.Add(objgen.COFFSection{Name: ".data", Flags: data | align(3), Data: []byte("sixteen bytes!!!")})
	s.bss = s.Add(objgen.COFFSection{Name: ".bss", Flags: bss | align(6), Size: 0x12345})
	s.fun = s.Add(objgen.COFFSection{Name: ".text$foo, which is long", Flags: text | comdat | align(2), Data: []byte{0xc3, 0, 0, 0}, Relocs: []objgen.COFFReloc{{Address: 0, Sym: s.ext, Type: 4}}})
	s.xdata = s.Add(objgen.COFFSection{Name: ".xdata", Flags: rodata | comdat | align(2), Data: make([]byte, 8)})
	s.pdata = s.Add(objgen.COFFSection{Name: ".pdata", Flags: rodata | comdat | align(2), Data: make([]byte, 12), Relocs: []objgen.COFFReloc{{Address: 0, Sym: s.foo, Type: 3}}})
	s.debug = s.Add(objgen.COFFSection{Name: ".debug_info", Flags: rodata | scnDiscardable | align(0), Data: make([]byte, 32), Relocs: []objgen.COFFReloc{{Address: 4, Sym: s.textSym, Type: 1}}})
	s.drectve = s.Add(objgen.COFFSection{Name: ".drectve", Flags: info | align(0), Data: []byte(`/defaultlib:"libcmt" -export:foo,data -aligncomm:"` + commonName + `",6 ` + "\x00")})
	s.tls = s.Add(objgen.COFFSection{Name: ".tls$", Flags: data | align(2), Data: make([]byte, 4)})
	s.file = s.AddSymbol(objgen.COFFSymbol{Name: ".file", Section: -2, Class: 103, Aux: [][]byte{[]byte("source.c")}})
	s.textSym = s.AddSectionSymbol(s.text, 0, 0)
	s.AddSymbol(objgen.COFFSymbol{Name: "@feat.00", Section: -1, Class: 3, Value: 1})
	s.AddSectionSymbol(s.fun, 2, 0)
	s.AddSectionSymbol(s.xdata, 5, s.fun)
	s.foo = s.AddSymbol(objgen.COFFSymbol{Name: "foo", Section: s.fun, Class: 2, Type: 0x20, Aux: [][]byte{{0, 0, 0, 0, 4, 0, 0, 0}}})
	s.ext = s.AddSymbol(objgen.COFFSymbol{Name: "ext", Class: 2})
	s.AddSectionSymbol(s.pdata, 5, s.xdata)
	s.deflt = s.AddSymbol(objgen.COFFSymbol{Name: ".weak.maybe.default", Section: s.data, Class: 2, Value: 8})
	s.weak = s.AddWeak("maybe", s.deflt, 3)
	s.common = s.AddSymbol(objgen.COFFSymbol{Name: commonName, Class: 2, Value: 100})
	s.AddSymbol(objgen.COFFSymbol{Name: "per_thread", Section: s.tls, Class: 2})
	s.AddSymbol(objgen.COFFSymbol{Name: "a static function", Section: s.text, Class: 3, Type: 0x20, Value: 32})
	return s
}

// dump is an image as text.
func dump(tb testing.TB, img *objfmt.ObjectImage) string {
	tb.Helper()
	var b strings.Builder
	if err := objfmt.Fprint(&b, img, nil); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}
