package elf_test

import (
	"debug/elf"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// lie is a fault put into the sample. Of section, symbol and header, the one that is
// set is where the error must point.
type lie struct {
	name    string
	tell    func(s *sample)
	msg     string // part of the error
	section func(s *sample) uint32
	symbol  uint32
	offset  int64 // -1: anywhere
	support bool  // the error matches ErrUnsupported
}

// header lies in the file header.
func header(f func(h *objgen.ELFHeader)) func(*sample) {
	return func(s *sample) { s.EditHeader = f }
}

// record lies in a section header.
func record(which func(s *sample) uint32, f func(h *objgen.ELFSectionHeader)) func(*sample) {
	return func(s *sample) {
		n := which(s)
		s.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
			if i == n {
				f(h)
			}
		}
	}
}

// entry lies in symbol n.
func entry(n uint32, f func(r *objgen.ELFSymbolRecord)) func(*sample) {
	return func(s *sample) {
		s.EditSymbol = func(i uint32, r *objgen.ELFSymbolRecord) {
			if i == n {
				f(r)
			}
		}
	}
}

func text(s *sample) uint32     { return s.text }
func relText(s *sample) uint32  { return s.relText }
func group(s *sample) uint32    { return s.group }
func symtab(s *sample) uint32   { n, _, _ := s.Tables(); return n }
func strtab(s *sample) uint32   { _, n, _ := s.Tables(); return n }
func shstrtab(s *sample) uint32 { _, _, n := s.Tables(); return n }
func shndx(s *sample) uint32    { return symtab(s) + 1 }

// wide gives the sample a table of section numbers, edited by f.
func wide(s *sample, f func(words []uint32) []uint32) {
	s.EditShndx = f
	s.EditSymbol = func(n uint32, r *objgen.ELFSymbolRecord) {
		if n == s.foo {
			r.Shndx = 0xffff
		}
	}
}

var lies = []lie{
	// The file header.
	{name: "magic", tell: header(func(h *objgen.ELFHeader) { h.Magic[3] = 'G' }), msg: "no ELF magic"},
	{name: "class", tell: header(func(h *objgen.ELFHeader) { h.Class = 3 }), msg: "unknown class", offset: 4},
	{name: "byte order", tell: header(func(h *objgen.ELFHeader) { h.Data = 0 }), msg: "unknown byte order", offset: 5},
	{name: "type executable", tell: header(func(h *objgen.ELFHeader) { h.Type = 2 }), msg: "not a relocatable object", offset: 16, support: true},
	{name: "section table outside", tell: header(func(h *objgen.ELFHeader) { h.ShOff = 1 << 20 }), msg: "lies outside the file", offset: 1 << 20},
	{name: "section table at the end of addresses", tell: header(func(h *objgen.ELFHeader) { h.ShOff = 1<<64 - 8 }), msg: "lies outside the file", offset: -1},
	{name: "section table too long", tell: header(func(h *objgen.ELFHeader) { h.ShNum = 0xfe00 }), msg: "section", offset: -1},
	{name: "section count lies in header 0", tell: header(func(h *objgen.ELFHeader) { h.ShNum = 0; h.RealNum = 1<<64 - 1 }), msg: "number of sections does not fit", offset: -1},
	{name: "section count times size overflows", tell: header(func(h *objgen.ELFHeader) { h.ShNum = 0; h.RealNum = 300; h.ShEntSize = 0xffff }), msg: "lies outside the file", offset: -1},
	{name: "no section headers in a table", tell: header(func(h *objgen.ELFHeader) { h.ShNum = 0 }), msg: "number of sections does not fit", offset: -1},
	{name: "small section headers", tell: header(func(h *objgen.ELFHeader) { h.ShEntSize = 39 }), msg: "entries are too small", offset: -1},
	{name: "name table past the table", tell: header(func(h *objgen.ELFHeader) { h.ShStrNdx = 200 }), msg: "section number is past the table", offset: -1},
	{name: "name table number in header 0", tell: header(func(h *objgen.ELFHeader) { h.ShStrNdx = 0xffff; h.RealNames = 1 << 31 }), msg: "section number is past the table", offset: -1},
	{name: "name table is text", tell: header(func(h *objgen.ELFHeader) { h.ShStrNdx = 1 }), msg: "section is no string table", section: text},

	// String tables.
	{name: "names outside", tell: record(shstrtab, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 }), msg: "lies outside the file", section: shstrtab},
	{name: "names size overflows", tell: record(shstrtab, func(h *objgen.ELFSectionHeader) { h.Size = 1<<64 - 1 }), msg: "lies outside the file", section: shstrtab},
	{name: "names without NUL", tell: record(shstrtab, func(h *objgen.ELFSectionHeader) { h.Size -= 2 }), msg: "does not end with a NUL", offset: -1},
	{name: "symbol names without NUL", tell: func(s *sample) { s.EditNames = func(b []byte) []byte { return b[:len(b)-1] } }, msg: "does not end with a NUL", offset: -1},
	{name: "symbol names empty", tell: func(s *sample) { s.EditNames = func([]byte) []byte { return nil } }, msg: "name is outside the symbol name table", symbol: 2},
	{name: "symbol names in text", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Link = 1 }), msg: "section is no string table", section: text},
	{name: "symbol names past the table", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Link = 1 << 31 }), msg: "section number is past the table", offset: -1},
	{name: "symbol names outside", tell: record(strtab, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 }), msg: "lies outside the file", section: strtab},
	{name: "names overlap", tell: func(s *sample) {
		for range 60 {
			s.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
		}
		s.EditNames = func(b []byte) []byte { return append(slices.Repeat([]byte("long"), 2000), 0) }
		s.EditSymbol = func(n uint32, r *objgen.ELFSymbolRecord) { r.Name = n }
	}, msg: "names overlap", offset: -1},

	// Section headers.
	{name: "section name outside", tell: record(text, func(h *objgen.ELFSectionHeader) { h.Name = 0x7fffffff }), msg: "name is outside", section: text},
	{name: "section outside", tell: record(text, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 }), msg: "contents lie outside the file", section: text},
	{name: "section size overflows", tell: record(text, func(h *objgen.ELFSectionHeader) { h.Size = 1<<64 - 1 }), msg: "contents lie outside the file", section: text},
	{name: "section end overflows", tell: record(text, func(h *objgen.ELFSectionHeader) { h.Size, h.Off = 1<<63|1<<31, 1<<63|1<<31 }), msg: "contents lie outside the file", section: text},
	{name: "section a byte too long", tell: func(s *sample) {
		s.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
			if i == s.text {
				h.Size = uint64(len(s.plain())) - h.Off + 1
			}
		}
	}, msg: "contents lie outside the file", section: text},
	{name: "alignment 3", tell: record(text, func(h *objgen.ELFSectionHeader) { h.AddrAlign = 3 }), msg: "alignment is no power of two", section: text},
	{name: "alignment all ones", tell: record(text, func(h *objgen.ELFSectionHeader) { h.AddrAlign = 1<<64 - 1 }), msg: "alignment is no power of two", section: text},
	{name: "sections overlap", tell: func(s *sample) {
		s.Add(objgen.ELFSection{Name: ".a", Flags: fA, Data: []byte{1}})
		s.Add(objgen.ELFSection{Name: ".b", Flags: fA, Data: []byte{1}})
		s.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
			if h.Flags&fA != 0 && h.Type == progbits {
				h.Off, h.Size = 0, 700
			}
		}
	}, msg: "overlap", offset: -1},
	{name: "loaded and compressed", tell: record(text, func(h *objgen.ELFSectionHeader) { h.Flags |= uint64(elf.SHF_COMPRESSED) }), msg: "a loaded section cannot be compressed", section: text},

	// Relocation sections.
	{name: "relocations of a section past the table", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.Info = 1 << 30 }), msg: "applies to a section past the table", section: relText},
	{name: "relocations of another entry size", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.EntSize-- }), msg: "entries have the wrong size", section: relText},
	{name: "relocations without entry size", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.EntSize = 0 }), msg: "entries have the wrong size", section: relText},
	{name: "half a relocation", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.Size-- }), msg: "no multiple of a relocation entry", section: relText},
	{name: "relocations of other symbols", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.Link = 0 }), msg: "does not link to the symbol table", section: relText},
	{name: "relocations outside", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 }), msg: "lie outside the file", section: relText},
	{name: "relocations size overflows", tell: record(relText, func(h *objgen.ELFSectionHeader) { h.Size = 0xfffffff0 / h.EntSize * h.EntSize }), msg: "lie outside the file", section: relText},
	{name: "relocations twice", tell: func(s *sample) { s.AddRelocs(s.text, true, []objgen.ELFReloc{rel(0, 0, 0, 0)}) }, msg: "a second relocation section", offset: -1, support: true},

	// The symbol table.
	{name: "symbols of another size", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.EntSize++ }), msg: "symbols have the wrong size", section: symtab},
	{name: "half a symbol", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Size-- }), msg: "symbols have the wrong size", section: symtab},
	{name: "symbols outside", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 }), msg: "symbol table lies outside the file", section: symtab},
	{name: "symbols size overflows", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Size = h.EntSize << 27 }), msg: "symbol table lies outside the file", section: symtab},
	{name: "no null symbol", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Size = 0 }), msg: "no null symbol", section: symtab},
	{name: "first global past the table", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Info = 7 }), msg: "first global symbol is past", section: symtab},
	{name: "first global is the null symbol", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Info = 0 }), msg: "first global symbol is past", section: symtab},
	{name: "global among locals", tell: record(symtab, func(h *objgen.ELFSectionHeader) { h.Info = 5 }), msg: "global symbol among the local", symbol: 3},
	{name: "two symbol tables", tell: record(text, func(h *objgen.ELFSectionHeader) { h.Type = 2 }), msg: "a second symbol table", section: symtab, support: true},
	{name: "symbol name outside", tell: entry(3, func(r *objgen.ELFSymbolRecord) { r.Name = 1 << 31 }), msg: "name is outside the symbol name table", symbol: 3},
	{name: "symbol in a section past the table", tell: entry(3, func(r *objgen.ELFSymbolRecord) { r.Shndx = 0xfe00 }), msg: "section number is past the table", symbol: 3},
	{name: "reserved section number", tell: entry(3, func(r *objgen.ELFSymbolRecord) { r.Shndx = 0xff80 }), msg: "reserved section number ff80", symbol: 3, support: true},
	{name: "another machine's common", tell: func(s *sample) {
		s.Machine = uint16(elf.EM_S390)
		entry(5, func(r *objgen.ELFSymbolRecord) { r.Shndx = 0xff02 })(s)
	}, msg: "reserved section number ff02", symbol: 5, support: true},
	{name: "unknown binding", tell: entry(3, func(r *objgen.ELFSymbolRecord) { r.Info = 5<<4 | 1 }), msg: "unknown binding 5", symbol: 3, support: true},
	{name: "common alignment", tell: entry(5, func(r *objgen.ELFSymbolRecord) { r.Value = 24 }), msg: "alignment of a common symbol", symbol: 5},
	{name: "wide number without a table", tell: entry(3, func(r *objgen.ELFSymbolRecord) { r.Shndx = 0xffff }), msg: "a table that the file lacks", symbol: 3},
	{name: "wide number past the table", tell: func(s *sample) { wide(s, func(w []uint32) []uint32 { w[s.foo] = 1 << 31; return w }) }, msg: "section number is past the table", symbol: 3},
	{name: "wide table too short", tell: func(s *sample) { wide(s, func(w []uint32) []uint32 { return w[:3] }) }, msg: "too short", section: shndx},
	{name: "wide table of other symbols", tell: func(s *sample) {
		wide(s, func(w []uint32) []uint32 { return w })
		record(shndx, func(h *objgen.ELFSectionHeader) { h.Link = 0 })(s)
	}, msg: "does not link to the symbol table", section: shndx},
	{name: "wide table outside", tell: func(s *sample) {
		wide(s, func(w []uint32) []uint32 { return w })
		record(shndx, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 })(s)
	}, msg: "outside the file", section: shndx},

	// Groups.
	{name: "group outside", tell: record(group, func(h *objgen.ELFSectionHeader) { h.Off = 1 << 30 }), msg: "group contents lie outside", section: group},
	{name: "group empty", tell: record(group, func(h *objgen.ELFSectionHeader) { h.Size = 0 }), msg: "group contents", section: group},
	{name: "group of half words", tell: record(group, func(h *objgen.ELFSectionHeader) { h.Size -= 2 }), msg: "group contents", section: group},
	{name: "group size overflows", tell: record(group, func(h *objgen.ELFSectionHeader) { h.Size = 1<<64 - 4 }), msg: "more members than the file has room for", section: group},
	{name: "group without a symbol", tell: record(group, func(h *objgen.ELFSectionHeader) { h.Info = 6 }), msg: "not signed by a symbol", section: group},
	{name: "group of other symbols", tell: record(group, func(h *objgen.ELFSectionHeader) { h.Link = 1 }), msg: "not signed by a symbol", section: group},
	{name: "group member past the table", tell: func(s *sample) { s.AddGroup(s.foo, 1, 4711) }, msg: "group member is past", offset: -1},
	{name: "group member null", tell: func(s *sample) { s.AddGroup(s.foo, 1, 0) }, msg: "group member is past", offset: -1},
	{name: "section in two groups", tell: func(s *sample) { s.AddGroup(s.foo, 1, s.text, s.groupText) }, msg: "a section is in two groups", offset: -1},
	{name: "section twice in a group", tell: func(s *sample) { s.AddGroup(s.foo, 1, s.text, s.text) }, msg: "a section is in two groups", offset: -1},
}

// plain is what the sample is without lies.
func (s *sample) plain() []byte {
	f := *s.ELF
	f.EditHeader, f.EditSection, f.EditSymbol, f.EditNames = nil, nil, nil, nil
	return f.Bytes()
}

// where returns the file offset that the error must name, from the honest file.
func (l *lie) where(t *testing.T, s *sample) uint64 {
	t.Helper()
	if l.section == nil && l.symbol == 0 {
		return uint64(l.offset)
	}
	var shoff, symoff uint64
	f := *s.ELF
	f.EditHeader = func(h *objgen.ELFHeader) { shoff = h.ShOff }
	f.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
		if i == symtab(s) {
			symoff = h.Off
		}
	}
	f.Bytes()
	if l.symbol != 0 {
		return symoff + uint64(l.symbol)*map[bool]uint64{false: 16, true: 24}[s.Is64]
	}
	return shoff + uint64(l.section(s))*map[bool]uint64{false: 40, true: 64}[s.Is64]
}

// TestLies: each fault is found, named and placed, in every class and byte order.
func TestLies(t *testing.T) {
	for _, l := range lies {
		t.Run(strings.ReplaceAll(l.name, " ", "_"), func(t *testing.T) {
			each(t, func(t *testing.T, c class, rela bool) {
				s := newSample(c, rela)
				l.tell(s)
				data := s.Bytes()
				read(t, data)
				_, err := own.Parse(objfmt.NewBuffer("lie.o", data))
				var fe *objfmt.FormatError
				if !errors.As(err, &fe) {
					t.Fatalf("accepted, or untyped: %v", err)
				}
				if !strings.Contains(fe.Msg, l.msg) || fe.File != "lie.o" || !strings.HasPrefix(err.Error(), "lie.o: offset 0x") {
					t.Errorf("%v, want %q", err, l.msg)
				}
				if errors.Is(err, objfmt.ErrUnsupported) != l.support || errors.Is(err, objfmt.ErrFormat) == l.support {
					t.Errorf("%v: ErrUnsupported %v", err, !l.support)
				}
				if want := l.where(t, s); l.offset >= 0 && fe.Offset != want {
					t.Errorf("%v: offset %#x, want %#x", err, fe.Offset, want)
				}
			})
		})
	}
}

// TestTruncated: an object cut anywhere, or where chance has it, is an error, or what is
// left is whole.
func TestTruncated(t *testing.T) {
	step := 1
	if citest.Sample() {
		step = 7
	}
	for _, o := range append(seeds(), fuzz.ELF.Seeds(t, testdata)...) {
		complete := 0
		for n := range citest.OneOf(len(o), step, *seed) {
			if read(t, o[:n:n]) {
				complete++
			}
		}
		if complete > len(o)/step/2 {
			t.Errorf("%d of %d lengths are taken for an object", complete, len(o)/step)
		}
		if !read(t, o) {
			t.Error("the whole object is refused")
		}
	}
}

// TestHeadersFirstTruncated: no byte of a section that is loaded may be missing, even
// where the section headers are all there.
func TestHeadersFirstTruncated(t *testing.T) {
	for _, c := range classes {
		s := newSample(c, true)
		s.HeadersFirst = true
		data := s.Bytes()
		end := uint64(0)
		s.EditSection = func(i uint32, h *objgen.ELFSectionHeader) { end = max(end, h.Off+h.Size*min(1, uint64(h.Type^nobits))) }
		s.Bytes()
		if end != uint64(len(data)) {
			t.Fatalf("%v: last section ends at %d of %d", c, end, len(data))
		}
		if _, err := own.Parse(objfmt.NewBuffer("cut.o", data[:end-1])); !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%v: without its last byte: %v", c, err)
		}
	}
}

// TestBitFlips: one wrong bit, or a few wrong bytes, never do harm.
func TestBitFlips(t *testing.T) {
	step := 1
	if citest.Sample() {
		step = 11
	}
	for _, c := range classes {
		o := newSample(c, true).Bytes()
		for bit := range citest.OneOf(8*len(o), step, *seed) {
			b := slices.Clone(o)
			b[bit/8] ^= 1 << (bit % 8)
			read(t, b)
		}
	}
	rng := rand.New(rand.NewPCG(*seed, 2))
	interesting := []byte{0, 1, 0x7f, 0x80, 0xff, 0xfe}
	data, err := os.ReadFile("../../testdata/elf-link/cxx_1.o")
	if err != nil {
		t.Fatal(err)
	}
	for range 4000 / step {
		b := slices.Clone(data)
		for range 1 + rng.IntN(6) {
			b[rng.IntN(len(b))] = interesting[rng.IntN(len(interesting))]
		}
		read(t, b)
	}
}

// TestQuadratic: a small file cannot ask for work that grows with its square.
func TestQuadratic(t *testing.T) {
	const n = 4000
	c := classes[2]
	// Sections and groups that all name one long string.
	f := c.file()
	for i := range n {
		f.Add(objgen.ELFSection{Name: fmt.Sprint(i), Flags: fA, Data: []byte{1}})
	}
	f.AddSymbol(objgen.ELFSymbol{Name: strings.Repeat("n", 100*n), Section: 1})
	for i := range n {
		f.AddGroup(1, 1, uint32(i+1))
	}
	if _, err := own.Parse(objfmt.NewBuffer("groups.o", f.Bytes())); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "names overlap") {
		t.Errorf("%d groups with one long name: %v", n, err)
	}
	// Symbols that all have it.
	f = c.file()
	for range n {
		f.AddSymbol(objgen.ELFSymbol{Name: "n", Bind: 1})
	}
	f.EditNames = func([]byte) []byte { return []byte("\x00" + strings.Repeat("n", 100*n) + "\x00") }
	f.EditSymbol = func(_ uint32, r *objgen.ELFSymbolRecord) { r.Name = 1 }
	if _, err := own.Parse(objfmt.NewBuffer("symbols.o", f.Bytes())); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "names overlap") {
		t.Errorf("%d symbols with one long name: %v", n, err)
	}
	// Groups that overlap, of members that have no record; the last ones overflow the sum.
	for _, overflow := range []bool{false, true} {
		f = c.file()
		f.AddSymbol(objgen.ELFSymbol{Name: "sig"})
		members := slices.Repeat([]uint32{1}, 100*n)
		f.Add(objgen.ELFSection{Name: ".comment", Data: []byte{1}})
		f.AddGroup(1, 1, members...)
		for range n {
			f.AddGroup(1, 1)
		}
		first := uint64(0)
		f.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
			switch {
			case i == 2:
				first = h.Off
			case h.Type == uint32(elf.SHT_GROUP):
				h.Off, h.Size = first, 400*n
				if overflow && i > n-3 {
					h.Size = 1<<64 - 4
				}
			}
		}
		if _, err := own.Parse(objfmt.NewBuffer("groups.o", f.Bytes())); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "more members than") {
			t.Errorf("%d groups over the same words: %v", n, err)
		}
	}
	// Relocation sections over the same records.
	f = c.file()
	for range n {
		f.Add(objgen.ELFSection{Name: ".data", Flags: fA, Data: []byte{1}})
	}
	f.AddRelocs(1, true, slices.Repeat([]objgen.ELFReloc{rel(0, 0, 0, 0)}, 10*n))
	for i := range n - 1 {
		f.AddRelocs(uint32(i)+2, true, nil)
	}
	var first *objgen.ELFSectionHeader
	f.EditSection = func(_ uint32, h *objgen.ELFSectionHeader) {
		if h.Type != uint32(elf.SHT_RELA) {
			return
		}
		if first == nil {
			c := *h
			first = &c
		}
		h.Off, h.Size = first.Off, first.Size
	}
	if _, err := own.Parse(objfmt.NewBuffer("relocs.o", f.Bytes())); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "relocations overlap") {
		t.Errorf("%d sections with the same relocations: %v", n, err)
	}
}

// TestSharedEnds: names that share their ends, as linkers make them, are no fault.
func TestSharedEnds(t *testing.T) {
	f := classes[2].file()
	for i := range 40 {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint(i), Bind: 1})
	}
	f.EditNames = func([]byte) []byte { return append([]byte("\x00"+strings.Repeat("a", 40)), 0) }
	f.EditSymbol = func(n uint32, r *objgen.ELFSymbolRecord) { r.Name = n }
	img := parse(t, "tails.o", f.Bytes())
	for n := 1; n <= 40; n++ {
		if got := img.SymbolName(objfmt.SymbolID(n)); got != strings.Repeat("a", 41-n) {
			t.Errorf("symbol %d is %q", n, got)
		}
	}
}

// TestRelocationPastTables: the parser hands records on as they are (package reloc
// refuses them when they are scanned); an unknown symbol, type or place harms nothing.
func TestRelocationPastTables(t *testing.T) {
	each(t, func(t *testing.T, c class, rela bool) {
		f := c.file()
		n := f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 8)})
		f.AddRelocs(n, rela, []objgen.ELFReloc{rel(0xfffffff0, 0xfffffe, 0xee, -1)})
		data := f.Bytes()
		read(t, data)
		img := parse(t, "past.o", data)
		d, err := img.Dump(nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := d.Sections[0].Relocs[0]; r.Sym != 0xfffffe || r.Symbol != "" || r.Type != "238" || r.Offset != 0xfffffff0 || (r.Addend != nil) != rela {
			t.Errorf("%+v", r)
		}
	})
}
