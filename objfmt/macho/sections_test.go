package macho_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// TestSections: every type and attribute of a section, on every machine.
func TestSections(t *testing.T) {
	const (
		load, exec, write = objfmt.SecLoad, objfmt.SecExec, objfmt.SecWrite
		zero, tls         = objfmt.SecZeroFill, objfmt.SecTLS
	)
	cases := []struct {
		name  string // segment,section
		flags uint32
		kind  objfmt.Kind
		set   objfmt.SectionFlags
		role  objfmt.Role
	}{
		{"__TEXT,__text", pure, objfmt.KindCode, load | exec, 0},
		{"__TEXT,__some", 0x400, objfmt.KindCode, load | exec, 0},
		{"__DATA,__code", 0x80000000, objfmt.KindCode, load | exec, 0},
		{"__TEXT,__const", 0, objfmt.KindReadOnly, load, 0},
		{"__DATA_CONST,__const", 0, objfmt.KindReadOnly, load, 0},
		{"__DATA,__const", 0, objfmt.KindWritable, load | write, 0},
		{"__DATA_DIRTY,__data", 0, objfmt.KindWritable, load | write, 0},
		{",", 0, objfmt.KindWritable, load | write, 0},
		{"__DATA,__bss", 1, objfmt.KindWritable, load | write | zero, 0},
		{"__TEXT,__cstring", 2, objfmt.KindReadOnly, load | objfmt.SecMerge | objfmt.SecStrings, 0},
		{"__TEXT,__literal4", 3, objfmt.KindReadOnly, load | objfmt.SecMerge, 0},
		{"__TEXT,__literal8", 4, objfmt.KindReadOnly, load | objfmt.SecMerge, 0},
		{"__TEXT,__literal16", 0xe, objfmt.KindReadOnly, load | objfmt.SecMerge, 0},
		{"__OBJC,__message_refs", 5, objfmt.KindWritable, load | write, 0},
		{"__TEXT,__symbol_stub", 8, objfmt.KindCode, load | exec, 0},
		{"__DATA,__mod_init_func", 9, objfmt.KindWritable, load | write, objfmt.RoleInitArray},
		{"__DATA,__other_init", 9, objfmt.KindWritable, load | write, objfmt.RoleInitArray},
		{"__DATA,__mod_term_func", 0xa, objfmt.KindWritable, load | write, objfmt.RoleFiniArray},
		{"__TEXT,__textcoal_nt", pure | 0xb, objfmt.KindCode, load | exec, 0},
		{"__DATA,__huge", 0xc, objfmt.KindWritable, load | write | zero, 0},
		{"__DATA,__interpose", 0xd, objfmt.KindWritable, load | write, 0},
		{"__TEXT,__dof", 0xf, objfmt.KindReadOnly, load, 0},
		{"__DATA,__thread_data", 0x11, objfmt.KindReadOnly, load | tls, 0},
		{"__DATA,__thread_bss", 0x12, objfmt.KindReadOnly, load | tls | zero, 0},
		{"__DATA,__thread_vars", 0x13, objfmt.KindWritable, load | write, objfmt.RoleThreadVars},
		{"__DATA,__thread_init", 0x15, objfmt.KindWritable, load | write, 0},
		{"__DATA,__keep", 0x10000000, objfmt.KindWritable, load | write | objfmt.SecRetain, 0},
		{"__TEXT,__eh_frame", 0x6800000b, objfmt.KindReadOnly, load, objfmt.RoleEHFrame},
		{"__LD,__compact_unwind", debugAttr, objfmt.KindReadOnly, load, objfmt.RoleCompactUnwind},
		{"__LD,__compact_unwind", 0, objfmt.KindReadOnly, load, objfmt.RoleCompactUnwind},
		{"__LD,__compact_unwin", debugAttr, objfmt.KindNone, 0, objfmt.RoleDebug},
		{"__DWARF,__debug_line", debugAttr, objfmt.KindNone, 0, objfmt.RoleDebug},
		{"__DWARF,__apple_names", 0, objfmt.KindNone, 0, objfmt.RoleDebug},
		{"__DATA,__stabs", debugAttr, objfmt.KindNone, 0, objfmt.RoleDebug},
		{"__LLVM,__bitcode", 0, objfmt.KindNone, objfmt.SecExclude, 0},
		{"__LLVM,__unknown_type", 0x99, objfmt.KindNone, objfmt.SecExclude, 0},
	}
	each(t, func(t *testing.T, m machine) {
		for _, split := range []bool{false, true} {
			f := m.file()
			f.Split = split
			for i, c := range cases {
				seg, name, _ := strings.Cut(c.name, ",")
				s := objgen.MachOSection{Name: name, Segment: seg, Flags: c.flags, Align: uint32(i % 9), Data: []byte{0, 0, 0, 0, byte(i)}}
				if c.set&zero != 0 {
					s.Data, s.Size = nil, 12345
				}
				f.Add(s)
			}
			img := parse(t, "sections.o", f.Bytes())
			all := full(t, img)
			if !img.HasTLS || len(all.Sections) != len(cases) || all.HasIFunc || all.NeedsExec {
				t.Errorf("%d sections", len(all.Sections))
			}
			id := 0
			for i, c := range cases {
				if c.kind != objfmt.KindNone {
					if img.Sections[id].Number != uint32(i)+1 || img.SectionName(objfmt.SectionID(id)) != all.SectionName(objfmt.SectionID(i)) {
						t.Errorf("%s is not record %d", c.name, id)
					}
					id++
				}
				s := &all.Sections[i]
				got := all.SegmentName(objfmt.SectionID(i)) + "," + all.SectionName(objfmt.SectionID(i))
				if got != c.name || s.Kind != c.kind || s.Flags != c.set || s.Role != c.role || s.Align != uint8(i%9) || s.Number != uint32(i)+1 || s.Link != objfmt.SecUndef {
					t.Errorf("%s: %+v (%v), want %v %v %v", got, *s, s.Flags.Names(), c.kind, c.set.Names(), c.role)
				}
				if c.set&zero == 0 && (len(s.Data) != 5 || s.Data[4] != byte(i)) || c.set&zero != 0 && (s.Data != nil || s.Size != 12345) {
					t.Errorf("%s: contents %v", c.name, s.Data)
				}
			}
			if id != len(img.Sections) {
				t.Errorf("%d sections are loaded, want %d", len(img.Sections), id)
			}
		}
	})
}

// TestEmptySections: where a section without bytes would be does not matter.
func TestEmptySections(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		f := m.file()
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure})
		f.Add(objgen.MachOSection{Name: "__bss", Segment: "__DATA", Flags: 1, Size: 8})
		f.EditSection = func(n uint32, h *objgen.MachOSectionHeader) { h.Offset = 0xfffffff0 }
		img := parse(t, "empty.o", f.Bytes())
		if len(img.Sections) != 2 || len(img.Sections[0].Data) != 0 || img.Sections[1].Data != nil {
			t.Errorf("%+v", img.Sections)
		}
	})
}

// TestRefusedSections: what only linked images have, or what is not known, is no error
// where it is not loaded.
func TestRefusedSections(t *testing.T) {
	for _, tt := range []struct {
		segment string
		flags   uint32
		msg     string
	}{
		{"__TEXT", 0x16, "S_INIT_FUNC_OFFSETS"}, {"__DATA", 0x17, "unknown section type 0x17"}, {"__DATA", 0xff, "unknown section type 0xff"},
		{"__AUTH", 0, "authentication codes"}, {"__AUTH_CONST", 0, "authentication codes"},
	} {
		f := machines[1].file()
		f.Add(objgen.MachOSection{Name: "__x", Segment: tt.segment, Flags: tt.flags, Data: make([]byte, 8)})
		if err := refused(t, f.Bytes()); !errors.Is(err, objfmt.ErrUnsupported) || !strings.Contains(err.Error(), tt.msg) {
			t.Errorf("%s %#x: %v", tt.segment, tt.flags, err)
		}
	}
}

// TestIndirect: the indirect symbol table gives pointers and stubs their symbols.
func TestIndirect(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		log, size := m.word()
		typ := own.TypePointer64
		if !m.is64 {
			typ = own.TypePointer32
		}
		for _, flags := range []uint32{6, 7, 0x10, 0x14} {
			f := m.file()
			local := objgen.MachOReloc{Address: uint32(2 * size), Symbol: 1, Type: m.unsigned, Length: log}
			s := objgen.MachOSection{Name: "__ptr", Segment: "__DATA", Flags: flags, Reserved1: 1, Data: make([]byte, 5*size)}
			if s.Relocs = []objgen.MachOReloc{local}; flags == 7 || flags == 0x10 {
				f.Indirect = []uint32{77, 1, 0, 1, 0, 1}
			} else {
				f.Indirect = []uint32{77, 1, 0, 0x80000000, 0xc0000000, 1}
			}
			f.Add(s)
			f.AddSymbol(objgen.MachOSymbol{Name: "a", Type: nExt})
			f.AddSymbol(objgen.MachOSymbol{Name: "b", Type: nExt})
			img := parse(t, "indirect.o", f.Bytes())
			want := []objfmt.Reloc{{Offset: 2 * size, Type: own.RelocType(m.unsigned, false, log), Sym: 2, Sub: none}}
			if flags == 7 || flags == 0x10 {
				want = nil // what a lazy pointer's record refers to is the dynamic linker's
			}
			for i, v := range f.Indirect[1:] {
				if v < 2 {
					want = append(want, objfmt.Reloc{Offset: uint64(i) * size, Type: typ, Sym: objfmt.SymbolID(v), Sub: none, HasAddend: true})
				}
			}
			if got := relocs(t, img, 0); !slices.Equal(got, want) {
				t.Errorf("type %#x: %+v\nwant %+v", flags, got, want)
			}
			f.Indirect[1] = 2
			img = parse(t, "indirect.o", f.Bytes())
			_, err := img.Dump(nil)
			var fe *objfmt.FormatError
			if !errors.As(err, &fe) || fe.What != "indirect symbol 1" || !strings.Contains(fe.Msg, "past the symbol table") {
				t.Errorf("%v", err)
			} else if b := f.Bytes()[fe.Offset:]; b[0] != 2 {
				t.Errorf("%v: wrong place", err)
			}
		}
	})
}

// TestIndirectErrors: sections of pointers that do not go with the table.
func TestIndirectErrors(t *testing.T) {
	build := func(m machine, edit func(s *objgen.MachOSection, f *objgen.MachO)) []byte {
		_, size := m.word()
		f := m.file()
		s := objgen.MachOSection{Name: "__ptr", Segment: "__DATA", Flags: 6, Data: make([]byte, 2*size)}
		f.Indirect = []uint32{0, 0}
		f.AddSymbol(objgen.MachOSymbol{Name: "a", Type: nExt})
		edit(&s, f)
		f.Add(s)
		return f.Bytes()
	}
	each(t, func(t *testing.T, m machine) {
		for _, tt := range []struct {
			msg     string
			support bool
			edit    func(s *objgen.MachOSection, f *objgen.MachO)
		}{
			{"not a whole number", false, func(s *objgen.MachOSection, f *objgen.MachO) { s.Data = append(s.Data, 0) }},
			{"lies outside that", false, func(s *objgen.MachOSection, f *objgen.MachO) { s.Reserved1 = 1 }},
			{"lies outside that", false, func(s *objgen.MachOSection, f *objgen.MachO) { s.Reserved1 = 0xffffffff }},
			{"lies outside that", false, func(s *objgen.MachOSection, f *objgen.MachO) { f.NoDysym = true }},
			{"without a relocation", true, func(s *objgen.MachOSection, f *objgen.MachO) { f.Indirect[1] = 0x80000000 }},
			{"without a relocation", true, func(s *objgen.MachOSection, f *objgen.MachO) {
				f.Indirect[1], s.Flags, s.Relocs = 0x80000000, 7, []objgen.MachOReloc{{Type: m.unsigned, Length: 2}}
			}},
		} {
			err := refused(t, build(m, tt.edit))
			if err == nil || !strings.Contains(err.Error(), tt.msg) || errors.Is(err, objfmt.ErrUnsupported) != tt.support {
				t.Errorf("%v, want %s", err, tt.msg)
			}
		}
		// Pointers to symbols of the object itself have relocations alone.
		log, size := m.word()
		local := []objgen.MachOReloc{{Type: m.unsigned, Symbol: 1, Length: log}, {Address: uint32(size), Type: m.unsigned, Symbol: 1, Length: log}}
		itself := parse(t, "local.o", build(m, func(s *objgen.MachOSection, f *objgen.MachO) {
			f.Indirect, s.Relocs = []uint32{0x80000000, 0xc0000000}, local
		}))
		if rs := relocs(t, itself, 0); len(rs) != 2 || rs[0].Type != own.RelocType(m.unsigned, false, log) {
			t.Errorf("%+v", rs)
		}
		// Pointers that relocations alone fill need no table.
		img := parse(t, "plain.o", build(m, func(s *objgen.MachOSection, f *objgen.MachO) {
			log, _ := m.word()
			f.NoDysym, s.Relocs = true, []objgen.MachOReloc{{Type: m.unsigned, Length: log, Extern: true}}
		}))
		if rs := relocs(t, img, 0); len(rs) != 1 || rs[0].Type >= own.TypePointer32 {
			t.Errorf("%+v", rs)
		}
	})
	stubs := func(m machine, size uint32) []byte {
		return build(m, func(s *objgen.MachOSection, f *objgen.MachO) {
			s.Name, s.Segment, s.Flags, s.Reserved2, s.Data = "__jump_table", "__IMPORT", 0x84000008, size, bytes.Repeat([]byte{0xf4}, 10)
		})
	}
	img := parse(t, "stubs.o", stubs(machineNamed("i386"), 5))
	want := []objfmt.Reloc{{Offset: 0, Type: own.TypeStub, Sub: none, HasAddend: true, Addend: -5}, {Offset: 5, Type: own.TypeStub, Sub: none, HasAddend: true, Addend: -5}}
	if got := relocs(t, img, 0); !slices.Equal(got, want) || img.Sections[0].Kind != objfmt.KindCode {
		t.Errorf("%+v", got)
	}
	if err := refused(t, stubs(machineNamed("i386"), 26)); !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("stubs of 26 bytes: %v", err)
	}
	for _, m := range machines {
		if m.name != "i386" {
			if got := relocs(t, parse(t, "stubs.o", stubs(m, 5)), 0); len(got) != 0 {
				t.Errorf("%v: %+v", m, got)
			}
		}
	}
}

// TestManySections: more than there is room for beside the image, and more than
// symbols can name.
func TestManySections(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		for _, n := range []int{0, 1, 8, 9, 255, 3000} {
			f := m.file()
			for i := range n {
				f.Add(objgen.MachOSection{Name: fmt.Sprintf("__sixteen%07d", i), Segment: "__also_sixteen_b", Data: []byte{byte(i)}, Relocs: []objgen.MachOReloc{{Symbol: uint32(i) + 1, Type: m.unsigned}}})
			}
			img := parse(t, "many.o", f.Bytes())
			if len(img.Sections) != n || len(img.Symbols) != n+1 || img.FirstGlobal != objfmt.SymbolID(n)+1 {
				t.Fatalf("%d sections, %d symbols of %d", len(img.Sections), len(img.Symbols), n)
			}
			at := uint64(0)
			for i := range n {
				id := objfmt.SectionID(i)
				if img.SectionName(id) != fmt.Sprintf("__sixteen%07d", i) || img.SegmentName(id) != "__also_sixteen_b" || img.Sections[i].Data[0] != byte(i) {
					t.Fatalf("section %d: %s", i, img.SectionName(id))
				}
				if rs := relocs(t, img, id); len(rs) != 1 || rs[0].Sym != objfmt.SymbolID(i) || rs[0].Addend != -int64(at) {
					t.Fatalf("section %d: %+v", i, rs)
				}
				at++
			}
			if img.SegmentName(objfmt.SectionID(n)) != "" || new(objfmt.ObjectImage).SegmentName(0) != "" {
				t.Error("a segment of nothing")
			}
		}
	})
}

// TestScatteredSections: addresses find their sections, whatever their order.
func TestScatteredSections(t *testing.T) {
	m := machineNamed("i386")
	f := m.file()
	var rs []objgen.MachOReloc
	for _, v := range []uint32{0, 9, 10, 19, 20, 29, 30, 40, 41, 100} {
		rs = append(rs, objgen.MachOReloc{Value: v, Length: 2, Scattered: true})
	}
	for range 6 {
		f.Add(objgen.MachOSection{Name: "__s", Segment: "__DATA", Data: make([]byte, 10)})
	}
	addrs := []uint64{30, 10, 0, 20, 10, 100}
	sizes := []uint64{10, 10, 10, 10, 0, 0}
	f.EditSection = func(n uint32, h *objgen.MachOSectionHeader) { h.Addr, h.Size = addrs[n-1], sizes[n-1] }
	f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Data: make([]byte, 10), Relocs: rs})
	addrs, sizes = append(addrs, 200), append(sizes, 10)
	img := parse(t, "scattered.o", f.Bytes())
	want := []objfmt.SymbolID{2, 2, 1, 1, 3, 3, 0, 0, 999, 5}
	var buf [1]objfmt.Reloc
	raw := img.Sections[6].Raw
	for i, sym := range want {
		n, _, err := img.Format.Decode(img, &img.Sections[6], buf[:], raw[8*i:])
		if sym == 999 {
			if err == nil {
				t.Errorf("%d: %+v", rs[i].Value, buf[0])
			}
			continue
		}
		if n != 1 || err != nil || buf[0].Sym != sym || buf[0].Addend != -int64(addrs[sym]) {
			t.Errorf("%d: %+v, %v, want section %d", rs[i].Value, buf[0], err, sym)
		}
	}
}
