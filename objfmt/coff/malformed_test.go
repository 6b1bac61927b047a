package coff_test

import (
	"bytes"
	"debug/pe"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/coff"
)

// refused checks that bytes are refused with msg and a typed error.
func refused(t *testing.T, data []byte, msg string, support bool) *objfmt.FormatError {
	t.Helper()
	img, err := own.Parse(objfmt.NewBuffer("hostile.o", data))
	var fe *objfmt.FormatError
	if img != nil || err == nil || !errors.As(err, &fe) || !strings.Contains(err.Error(), msg) || fe.File != "hostile.o" || fe.What == "" {
		t.Errorf("%v, want %q", err, msg)
		return nil
	}
	want, other := objfmt.ErrFormat, objfmt.ErrUnsupported
	if support {
		want, other = other, want
	}
	if !errors.Is(err, want) || errors.Is(err, other) {
		t.Errorf("%v: %v %v, %v %v", err, want, errors.Is(err, want), other, errors.Is(err, other))
	}
	return fe
}

// lie is a fault put into the sample. Of section and symbol, the one that is set is
// what the error must name and, unless offset is -1, where it must point; else it
// points at offset, -1 for anywhere.
type lie struct {
	name    string
	tell    func(s *sample)
	msg     string // part of the error
	section func(s *sample) int32
	symbol  func(s *sample) uint32
	offset  int64
	support bool // the error matches ErrUnsupported
	plain   bool // plain objects alone
	big     bool // large ones alone
}

// header lies in the file header.
func header(f func(h *objgen.COFFHeader)) func(*sample) {
	return func(s *sample) { s.EditHeader = f }
}

// record lies in a section header.
func record(which func(s *sample) int32, f func(h *objgen.COFFSectionHeader)) func(*sample) {
	return func(s *sample) {
		n := int(which(s))
		s.EditSection = func(i int, h *objgen.COFFSectionHeader) {
			if i == n {
				f(h)
			}
		}
	}
}

// entry lies in a symbol.
func entry(which func(s *sample) uint32, f func(r *objgen.COFFSymbolRecord)) func(*sample) {
	return func(s *sample) {
		n := int(which(s))
		s.EditSymbol = func(i int, r *objgen.COFFSymbolRecord) {
			if i == n {
				f(r)
			}
		}
	}
}

func textSec(s *sample) int32 { return s.text }
func bssSec(s *sample) int32  { return s.bss }
func funSec(s *sample) int32  { return s.fun }
func foo(s *sample) uint32    { return s.foo }
func ext(s *sample) uint32    { return s.ext }
func common(s *sample) uint32 { return s.common }

func name8(s string) (b [8]byte) { copy(b[:], s); return b }

// long is a name in the string table.
func long(off uint32) [8]byte {
	return [8]byte{4: byte(off), 5: byte(off >> 8), 6: byte(off >> 16), 7: byte(off >> 24)}
}

// added is a symbol that a lie adds behind the others.
func added(s *sample) uint32 { return s.common + 3 }

var lies = []lie{
	// The file header.
	{name: "machine", tell: header(func(h *objgen.COFFHeader) { h.Machine = 0x1234 }), msg: "unknown machine number 0x1234", support: true, plain: true},
	{name: "machine of a large object", tell: header(func(h *objgen.COFFHeader) { h.Machine = 0x1234 }), msg: "unknown machine number 0x1234", support: true, big: true, offset: 6},
	{name: "machine 0", tell: header(func(h *objgen.COFFHeader) { h.Machine = 0 }), msg: "unknown machine number", support: true, offset: -1},
	{name: "ARM64EC", tell: header(func(h *objgen.COFFHeader) { h.Machine = 0xa641 }), msg: "objects for ARM64EC (machine 0xa641) are not supported", support: true, offset: -1},
	{name: "ARM64X", tell: header(func(h *objgen.COFFHeader) { h.Machine = 0xa64e }), msg: "objects for ARM64X", support: true, offset: -1},
	{name: "Itanium", tell: header(func(h *objgen.COFFHeader) { h.Machine = 0x200 }), msg: "objects for Itanium", support: true, offset: -1},
	{name: "linked image", tell: header(func(h *objgen.COFFHeader) { h.Flags |= 2 }), msg: "a linked image", support: true, plain: true, offset: 18},
	{name: "65,280 sections", tell: header(func(h *objgen.COFFHeader) { h.Sections = 0xff00 }), msg: "65280 sections, more than symbols can name", plain: true, offset: 2},
	{name: "sections outside", tell: header(func(h *objgen.COFFHeader) { h.Sections = 0xfeff }), msg: "65279 section headers lie outside the file", offset: -1},
	{name: "many sections outside", tell: header(func(h *objgen.COFFHeader) { h.Sections = 0xffff_ffff }), msg: "section headers lie outside the file", big: true, offset: 56},
	{name: "optional header outside", tell: header(func(h *objgen.COFFHeader) { h.OptionalSize = 0xffff }), msg: "section headers lie outside the file", plain: true, offset: 20 + 0xffff},
	{name: "symbols outside", tell: header(func(h *objgen.COFFHeader) { h.SymbolTable = 1 << 30 }), msg: "symbols lie outside the file", offset: 1 << 30},
	{name: "symbols at the end of addresses", tell: header(func(h *objgen.COFFHeader) { h.SymbolTable = 0xffff_fff0 }), msg: "symbols lie outside the file", offset: 0xffff_fff0},
	{name: "four billion symbols", tell: header(func(h *objgen.COFFHeader) { h.Symbols = 0xffff_ffff }), msg: "4294967295 symbols lie outside the file", offset: -1},
	{name: "symbols without a table", tell: header(func(h *objgen.COFFHeader) { h.SymbolTable = 0 }), msg: "symbols without a symbol table"},
	{name: "class", tell: header(func(h *objgen.COFFHeader) { h.Class[3]++ }), msg: "anonymous object of class", support: true, big: true, offset: 12},
	{name: "link-time code", tell: header(func(h *objgen.COFFHeader) {
		h.Class = [16]byte{0x38, 0xfe, 0xb3, 0x0c, 0xa5, 0xd9, 0xab, 0x4d, 0xac, 0x9b, 0xd6, 0xb6, 0x22, 0x26, 0x53, 0xc2}
	}), msg: "whole program optimization", support: true, big: true, offset: 12},
	{name: "version 1", tell: header(func(h *objgen.COFFHeader) { h.Version = 1 }), msg: "large object of version 1", support: true, big: true, offset: 4},

	// The string table.
	{name: "no string table", tell: func(s *sample) { s.EditStrings = func([]byte) []byte { return nil } }, msg: "file ends before its size", offset: -1},
	{name: "half a size", tell: func(s *sample) { s.EditStrings = func(b []byte) []byte { return b[:3] } }, msg: "file ends before its size", offset: -1},
	{name: "strings outside", tell: func(s *sample) { s.EditStrings = func(b []byte) []byte { b[3] = 0xff; return b } }, msg: "string table: lies outside the file", offset: -1},
	{name: "strings without NUL", tell: func(s *sample) { s.EditStrings = func(b []byte) []byte { b[len(b)-1] = 'x'; return b } }, msg: "does not end with a NUL", offset: -1},
	{name: "strings empty", tell: func(s *sample) { s.EditStrings = func(b []byte) []byte { return []byte{4, 0, 0, 0} } }, msg: "name is outside the string table", section: funSec},
	{name: "strings of size 0", tell: func(s *sample) { s.EditStrings = func(b []byte) []byte { return []byte{0, 0, 0, 0} } }, msg: "name is outside the string table", section: funSec},
	{name: "names overlap", tell: func(s *sample) {
		for range 100 {
			s.AddSymbol(objgen.COFFSymbol{Name: "x", Class: 2})
		}
		s.EditStrings = func(b []byte) []byte {
			return sized(append(b[:len(b)-1], append(slices.Repeat([]byte("long"), 2000), 0)...))
		}
		off := len(plainStrings(s)) - 1
		s.EditSymbol = func(n int, r *objgen.COFFSymbolRecord) {
			if r.Class == 2 {
				r.Name = long(uint32(off + n%4))
			}
		}
	}, msg: "names overlap", offset: -1},
	{name: "section names overlap", tell: func(s *sample) {
		for range 300 {
			s.Add(objgen.COFFSection{Name: ".xdata$x", Flags: rodata | comdat, Data: []byte{1}})
		}
		s.EditStrings = func(b []byte) []byte {
			return sized(append(append(b, ".xdata$"...), append(slices.Repeat([]byte("long"), 2000), 0)...))
		}
		off := len(plainStrings(s))
		s.EditSection = func(_ int, h *objgen.COFFSectionHeader) {
			if h.Name == name8(".xdata$x") {
				h.Name = name8(fmt.Sprint("/", off))
			}
		}
	}, msg: "names overlap", offset: -1},

	// Section headers.
	{name: "section name outside", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("/9999999") }), msg: "name is outside the string table", section: textSec},
	{name: "section name in the size", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("/3") }), msg: "name is outside the string table", section: textSec},
	{name: "section name without a number", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("/") }), msg: "long name has no offset", section: textSec},
	{name: "section name with a bad number", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("/4x") }), msg: "long name has no offset", section: textSec},
	{name: "section name with a sign", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("/-4") }), msg: "long name has no offset", section: textSec},
	{name: "section name without base 64", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("//") }), msg: "long name has no offset", section: textSec},
	{name: "section name with bad base 64", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("//AAAAA=") }), msg: "long name has no offset", section: textSec},
	{name: "section name with large base 64", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Name = name8("////////") }), msg: "name is outside the string table", section: textSec},
	{name: "section outside", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Data = 1 << 30 }), msg: "contents lie outside the file", section: textSec},
	{name: "section too long", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Size = 1 << 31 }), msg: "contents lie outside the file", section: textSec},
	{name: "section end overflows", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Data, h.Size = 0xffff_ff00, 0xffff_ff00 }), msg: "contents lie outside the file", section: textSec},
	{name: "sections overlap", tell: func(s *sample) {
		s.EditSection = func(_ int, h *objgen.COFFSectionHeader) {
			if h.Data != 0 {
				h.Data, h.Size = 1, 900
			}
		}
	}, msg: "contents overlap", offset: -1},
	{name: "alignment", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Flags |= 0xf00000 }), msg: "alignment has no meaning", section: textSec, offset: -1},
	{name: "relocations outside", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Relocs = 1 << 30 }), msg: "relocations lie outside the file", section: textSec},
	{name: "many relocations", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.NumRelocs = 0xffff }), msg: "relocations lie outside the file", section: textSec},
	{name: "relocations overlap", tell: func(s *sample) {
		s.EditSection = func(_ int, h *objgen.COFFSectionHeader) {
			if h.Data != 0 {
				h.Relocs, h.NumRelocs = 1, 60
			}
		}
	}, msg: "relocations overlap", offset: -1},
	{name: "count of relocations outside", tell: record(textSec, func(h *objgen.COFFSectionHeader) {
		h.Relocs, h.NumRelocs, h.Flags = 1<<30, 0xffff, h.Flags|scnRelocOvfl
	}), msg: "relocations lie outside the file", section: textSec},
	{name: "count of relocations too large", tell: func(s *sample) {
		s.Section(s.text).Relocs[0].Address = 1 << 31
		record(textSec, func(h *objgen.COFFSectionHeader) { h.NumRelocs, h.Flags = 0xffff, h.Flags|scnRelocOvfl })(s)
	}, msg: "relocations lie outside the file", section: textSec},
	{name: "count of relocations 0", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.NumRelocs, h.Flags = 0xffff, h.Flags|scnRelocOvfl }), msg: "number of relocations is 0", section: textSec, offset: -1},
	{name: "relocations of nothing", tell: record(bssSec, func(h *objgen.COFFSectionHeader) { h.Relocs, h.NumRelocs = 60, 1 }), msg: "relocations of a section without contents", section: bssSec},
	{name: "relocations of no data", tell: record(textSec, func(h *objgen.COFFSectionHeader) { h.Data = 0 }), msg: "relocations of a section without contents", section: textSec},

	// The symbol table.
	{name: "symbol name outside", tell: entry(foo, func(r *objgen.COFFSymbolRecord) { r.Name = long(1 << 31) }), msg: "name is outside the string table", symbol: foo},
	{name: "symbol name in the size", tell: entry(foo, func(r *objgen.COFFSymbolRecord) { r.Name = long(1) }), msg: "name is outside the string table", symbol: foo},
	{name: "section number past the table", tell: entry(ext, func(r *objgen.COFFSymbolRecord) { r.Section = 10 }), msg: "section number is past the table", symbol: ext},
	{name: "largest section number", tell: entry(ext, func(r *objgen.COFFSymbolRecord) { r.Section = 0xfeff }), msg: "section number is past the table", symbol: ext},
	{name: "section number -3", tell: entry(ext, func(r *objgen.COFFSymbolRecord) { r.Section = -3 }), msg: "reserved section number -3", symbol: ext},
	{name: "smallest section number", tell: entry(ext, func(r *objgen.COFFSymbolRecord) { r.Section = -0x8000_0000 }), msg: "reserved section number -2147483648", symbol: ext, big: true},
	{name: "section number ff00", tell: entry(ext, func(r *objgen.COFFSymbolRecord) { r.Section = 0xff00 }), msg: "reserved section number -256", symbol: ext, plain: true},
	{name: "weak external for debuggers", tell: entry(ext, func(r *objgen.COFFSymbolRecord) { r.Section, r.Class = -2, 105 }), msg: "weak external among debugging information", symbol: ext},
	{name: "auxiliary records past the table", tell: entry(common, func(r *objgen.COFFSymbolRecord) { r.Aux = 3 }), msg: "auxiliary records are past the table", symbol: common},
	{name: "255 auxiliary records", tell: entry(foo, func(r *objgen.COFFSymbolRecord) { r.Aux = 255 }), msg: "auxiliary records are past the table", symbol: foo},

	// Weak externals.
	{name: "default past the table", tell: func(s *sample) { s.AddWeak("w", 1<<31, 3) }, msg: "default of a weak external is past the table", offset: -1},
	{name: "default just past the table", tell: func(s *sample) { s.AddWeak("w", s.common+5, 3) }, msg: "default of a weak external is past the table", offset: -1},
	{name: "default is itself", tell: func(s *sample) { s.AddWeak("w", added(s), 3) }, msg: "in a circle", symbol: added},
	{name: "circle of defaults", tell: func(s *sample) { s.AddWeak("v", added(s)+2, 3); s.AddWeak("w", added(s), 3) }, msg: "in a circle", symbol: added},
	{name: "long row of defaults", tell: func(s *sample) {
		for i := range uint32(40) {
			s.AddWeak(fmt.Sprint("w", i), added(s)+2*i+2, 3)
		}
		s.AddSymbol(objgen.COFFSymbol{Name: "end", Class: 2})
	}, msg: "too many in a row", symbol: added},
	{name: "default is an auxiliary record", tell: func(s *sample) { s.AddWeak("w", s.weak+1, 3) }, msg: "default of a weak external is no symbol", offset: -1},
	{name: "default is a file", tell: func(s *sample) { s.AddWeak("w", s.file, 3) }, msg: "default of a weak external is no symbol", offset: -1},
	{name: "search 0", tell: func(s *sample) { s.AddWeak("w", s.foo, 0) }, msg: "searches in an unknown way, 0", support: true, offset: -1},
	{name: "search 5", tell: func(s *sample) { s.AddWeak("w", s.foo, 5) }, msg: "searches in an unknown way, 5", support: true, offset: -1},
	{name: "search 257", tell: func(s *sample) { s.AddWeak("w", s.foo, 257) }, msg: "searches in an unknown way, 257", support: true, offset: -1},

	// COMDAT sections.
	{name: "selection 0", tell: func(s *sample) { comdatWith(s, 0, 0) }, msg: "selected in an unknown way, 0", support: true, offset: -1},
	{name: "selection newest", tell: func(s *sample) { comdatWith(s, 7, 0) }, msg: "selected in an unknown way, 7", support: true, offset: -1},
	{name: "selection 255", tell: func(s *sample) { comdatWith(s, 255, 0) }, msg: "selected in an unknown way, 255", support: true, offset: -1},
	{name: "associated with nothing", tell: func(s *sample) { comdatWith(s, 5, 0) }, msg: "associated with section 0", offset: -1},
	{name: "associated with itself", tell: func(s *sample) { comdatWith(s, 5, s.tls+1) }, msg: "associated with section 10", offset: -1},
	{name: "associated with a section past the table", tell: func(s *sample) { comdatWith(s, 5, s.tls+2) }, msg: "associated with section 11", offset: -1},
	{name: "circle of associations", tell: func(s *sample) { comdatWith(s, 5, s.tls+2); comdatWith(s, 5, s.tls+1) }, msg: "sections are associated in a circle", offset: -1},
}

// comdatWith adds a COMDAT section with its symbol.
func comdatWith(s *sample, selection uint8, associated int32) {
	n := s.Add(objgen.COFFSection{Name: ".text", Flags: text | comdat, Data: []byte{0xc3}})
	s.AddSectionSymbol(n, selection, associated)
}

// sized is a string table with its size.
func sized(b []byte) []byte {
	n := len(b)
	b[0], b[1], b[2], b[3] = byte(n), byte(n>>8), byte(n>>16), byte(n>>24)
	return b
}

// plainStrings is the string table of the honest file.
func plainStrings(s *sample) (table []byte) {
	f := *s.COFF
	f.EditStrings = func(b []byte) []byte { table = bytes.Clone(b); return b }
	f.Bytes()
	return table
}

// where returns the file offset that the error must name, from the honest file.
func (l *lie) where(s *sample) uint64 {
	switch {
	case l.section != nil:
		at := uint64(20)
		if s.Big {
			at = 56
		}
		return at + 40*uint64(l.section(s)-1)
	case l.symbol != nil:
		symtab := uint64(0)
		f := *s.COFF
		f.EditHeader = func(h *objgen.COFFHeader) { symtab = uint64(h.SymbolTable) }
		f.Bytes()
		if s.Big {
			return symtab + 20*uint64(l.symbol(s))
		}
		return symtab + 18*uint64(l.symbol(s))
	}
	return uint64(l.offset)
}

// TestLies: every field that can be wrong is refused, with the place and the words.
func TestLies(t *testing.T) {
	for _, fl := range flavours {
		for i := range lies {
			l := &lies[i]
			if fl.big && l.plain || !fl.big && l.big {
				continue
			}
			s := newSample(fl)
			l.tell(s)
			data := s.Bytes()
			err := refused(t, data, l.msg, l.support)
			if err == nil {
				t.Errorf("%v: %s", fl, l.name)
				continue
			}
			if want := l.where(s); l.offset != -1 && err.Offset != want {
				t.Errorf("%v: %s: offset %#x, want %#x: %v", fl, l.name, err.Offset, want, err)
			}
			switch {
			case l.section != nil && err.What != fmt.Sprint("section ", l.section(s)):
				t.Errorf("%v: %s: %s, want section %d", fl, l.name, err.What, l.section(s))
			case l.symbol != nil && err.What != fmt.Sprint("symbol ", l.symbol(s)):
				t.Errorf("%v: %s: %s, want symbol %d", fl, l.name, err.What, l.symbol(s))
			}
			if err.Offset > uint64(len(data)) && l.offset == -1 && !strings.Contains(err.Msg, "outside") {
				t.Errorf("%v: %s: offset %#x is outside the file", fl, l.name, err.Offset)
			}
			read(t, data)
		}
	}
}

// TestTruncated: a small object cut at every byte is refused or, where only what is
// behind the tables is missing, read; never more than that.
func TestTruncated(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		data := newSample(fl).Bytes()
		for n := range data {
			if read(t, data[:n:n]) {
				t.Errorf("%d of %d bytes are an object", n, len(data))
			}
		}
		if !read(t, data) {
			t.Error("the whole is none")
		}
	})
	record := (&objgen.COFFImport{Machine: pe.IMAGE_FILE_MACHINE_ARM64, NameType: 4, Symbol: "foo", Library: "bar.dll", Export: "baz"}).Bytes()
	for n := range record {
		if read(t, record[:n:n]) {
			t.Errorf("%d of %d bytes are an import record", n, len(record))
		}
	}
}

// TestHostileBytes: bytes of a small object set to hostile values, one of seven; all of them
// in a plain and a large one where nothing is sampled.
func TestHostileBytes(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		step := 7
		if fl.machine == pe.IMAGE_FILE_MACHINE_AMD64 && !citest.Sample() {
			step = 1
		}
		data := newSample(fl).Bytes()
		for i := range citest.OneOf(len(data), step, *seed) {
			old := data[i]
			for _, v := range []byte{0, 0x7f, 0x80, 0xff, old ^ 1} {
				data[i] = v
				read(t, data)
			}
			data[i] = old
		}
	})
}

// TestHostileWords: words of four bytes set to hostile values, and random damage.
func TestHostileWords(t *testing.T) {
	rounds := 1500
	if citest.Sample() {
		rounds = 300
	}
	each(t, func(t *testing.T, fl flavour) {
		honest := newSample(fl).Bytes()
		rng := rand.New(rand.NewPCG(1, uint64(fl.machine)))
		words := []uint32{0, 1, 2, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fff0, uint32(len(honest)), uint32(len(honest)) - 1}
		for range rounds {
			data := bytes.Clone(honest)
			for range 1 + rng.IntN(3) {
				i, v := rng.IntN(len(data)-3), words[rng.IntN(len(words))]
				data[i], data[i+1], data[i+2], data[i+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
			}
			read(t, data)
		}
	})
}

// TestImages: what linkers make is refused, and MZ alone is no reason to.
func TestImages(t *testing.T) {
	image := append([]byte("MZ"), make([]byte, 0x100)...)
	image[0x3c] = 0x80
	copy(image[0x80:], "PE\x00\x00\x64\x86")
	refused(t, image, "a linked image (PE), not an object", true)
	if !own.Sniff(image) {
		t.Error("an image is not recognised")
	}
	for _, data := range [][]byte{image[:0x3f], image[:0x83], append([]byte("MZ"), make([]byte, 0x100)...), []byte("MZ is how this text begins, and more of it so that there is some"), {}, []byte("MZ")} {
		if own.Sniff(data) {
			t.Errorf("%q is COFF", data)
		}
		refused(t, data, "", false)
	}
}

// TestSniff: objects are known without a magic, other files are not.
func TestSniff(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		data := newSample(fl).Bytes()
		if !own.Sniff(data) || !own.Sniff((&objgen.COFFImport{Machine: fl.machine, Symbol: "f", Library: "l"}).Bytes()) {
			t.Error("not recognised")
		}
		if own.Sniff(data[:19]) {
			t.Error("half a header is recognised")
		}
	})
	for _, text := range []string{"", "L\x01", "d\x86", "d\x86 is how this text begins, it goes on", "L\x01 is how this one begins, it goes on too", strings.Repeat("\x00", 100), strings.Repeat("\xff", 100), "\x00\x00\xff\xff" + strings.Repeat("\x00", 12), "\x00\x00\xff\xff" + strings.Repeat("junk", 20)} {
		if own.Sniff([]byte(text)) {
			t.Errorf("%q is COFF", text)
		}
	}
}

// TestMachines: the specification's other machines are known and refused by name.
func TestMachines(t *testing.T) {
	for number, name := range map[uint16]string{
		pe.IMAGE_FILE_MACHINE_ARM: "ARM", pe.IMAGE_FILE_MACHINE_THUMB: "Thumb", pe.IMAGE_FILE_MACHINE_IA64: "Itanium", pe.IMAGE_FILE_MACHINE_EBC: "EFI byte code",
		pe.IMAGE_FILE_MACHINE_POWERPC: "PowerPC", pe.IMAGE_FILE_MACHINE_POWERPCFP: "PowerPC with floating point", pe.IMAGE_FILE_MACHINE_R4000: "MIPS R4000",
		pe.IMAGE_FILE_MACHINE_WCEMIPSV2: "MIPS WCE", pe.IMAGE_FILE_MACHINE_MIPS16: "MIPS16", pe.IMAGE_FILE_MACHINE_MIPSFPU: "MIPS with floating point",
		pe.IMAGE_FILE_MACHINE_MIPSFPU16: "MIPS16 with floating point", pe.IMAGE_FILE_MACHINE_SH3: "SH3", pe.IMAGE_FILE_MACHINE_SH4: "SH4",
		pe.IMAGE_FILE_MACHINE_RISCV32: "RISC-V 32", pe.IMAGE_FILE_MACHINE_RISCV64: "RISC-V 64", pe.IMAGE_FILE_MACHINE_LOONGARCH32: "LoongArch 32",
		pe.IMAGE_FILE_MACHINE_LOONGARCH64: "LoongArch 64", 0xa641: "ARM64EC", 0xa64e: "ARM64X", // which debug/pe does not name
	} {
		for _, big := range []bool{false, true} {
			data := newSample(flavour{number, big}).Bytes()
			refused(t, data, fmt.Sprintf("objects for %s (machine %#x) are not supported", name, number), true)
			if !own.Sniff(data) {
				t.Errorf("%s is unknown", name)
			}
		}
	}
}
