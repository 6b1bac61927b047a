package elf_test

import (
	"debug/elf"
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// TestClasses: an object that has one of everything, in every class and byte order,
// is what debug/elf says and what was put in.
func TestClasses(t *testing.T) {
	each(t, func(t *testing.T, c class, rela bool) {
		for _, first := range []bool{false, true} {
			s := newSample(c, rela)
			s.HeadersFirst = first
			s.ShEntSize = 80 // more than a header needs
			data := s.Bytes()
			compareStd(t, "sample", data)
			img := parse(t, "sample.o", data)
			if img.Name != "sample.o" || img.Is64 != c.is64 || img.Big != c.big || img.Machine != uint32(c.machine()) {
				t.Errorf("header: %s %v %v %d", img.Name, img.Is64, img.Big, img.Machine)
			}
			if len(img.Sections) != 4 || len(full(t, img).Sections) != 14 {
				t.Errorf("%d sections, %d in full", len(img.Sections), len(full(t, img).Sections))
			}
			var got []objfmt.Reloc
			for r, err := range img.Relocs(0) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, r)
			}
			want := []objfmt.Reloc{
				{Offset: 0, Sym: 3, Type: 1, Addend: -4}, {Offset: 8, Sym: 4, Type: 2, Addend: 0x7ffffff0},
				{Offset: 16, Sym: 1, Type: 3, Addend: 12}, {Offset: 24},
			}
			for i := range want {
				want[i].Sub, want[i].HasAddend = objfmt.NoSymbol, rela
				if !rela {
					want[i].Addend = 0
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("relocations: %+v\nwant %+v", got, want)
			}
		}
	})
}

// Section types of the gABI that debug/elf names, by shorter names.
const (
	progbits = uint32(elf.SHT_PROGBITS)
	nobits   = uint32(elf.SHT_NOBITS)
	initArr  = uint32(elf.SHT_INIT_ARRAY)
	finiArr  = uint32(elf.SHT_FINI_ARRAY)
	preinit  = uint32(elf.SHT_PREINIT_ARRAY)
	note     = uint32(elf.SHT_NOTE)
)

const (
	fA = uint64(elf.SHF_ALLOC)
	fW = uint64(elf.SHF_WRITE)
	fX = uint64(elf.SHF_EXECINSTR)
	fM = uint64(elf.SHF_MERGE)
	fS = uint64(elf.SHF_STRINGS)
	fT = uint64(elf.SHF_TLS)
	fL = uint64(elf.SHF_LINK_ORDER)
)

// kinds is what a section's type, flags and name mean to a linker.
var kinds = []struct {
	name  string
	typ   uint32
	flags uint64
	kind  objfmt.Kind
	role  objfmt.Role
	want  objfmt.SectionFlags
}{
	{".text", progbits, fA | fX, objfmt.KindCode, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecExec},
	{".wx", progbits, fA | fX | fW, objfmt.KindCode, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecExec | objfmt.SecWrite},
	{".data", progbits, fA | fW, objfmt.KindWritable, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite},
	{".rodata", progbits, fA, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad},
	{".bss", nobits, fA | fW, objfmt.KindWritable, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite | objfmt.SecZeroFill},
	{".rodata.str1.1", progbits, fA | fM | fS, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecMerge | objfmt.SecStrings},
	{".rodata.cst8", progbits, fA | fM, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecMerge},
	{".tdata", progbits, fA | fW | fT, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite | objfmt.SecTLS},
	{".tbss", nobits, fA | fW | fT, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite | objfmt.SecTLS | objfmt.SecZeroFill},
	{".ldata", progbits, fA | fW | shfLarge, objfmt.KindWritable, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite | objfmt.SecLarge},
	{".retained", progbits, fA | shfRetain, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecRetain},
	{".init_array", initArr, fA | fW, objfmt.KindWritable, objfmt.RoleInitArray, objfmt.SecLoad | objfmt.SecWrite},
	{".init_array.00101", initArr, fA | fW, objfmt.KindWritable, objfmt.RoleInitArray, objfmt.SecLoad | objfmt.SecWrite},
	{".init_array.5", progbits, fA | fW, objfmt.KindWritable, objfmt.RoleInitArray, objfmt.SecLoad | objfmt.SecWrite},
	{".init_arrays", progbits, fA | fW, objfmt.KindWritable, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite},
	{"mine", initArr, fA | fW, objfmt.KindWritable, objfmt.RoleInitArray, objfmt.SecLoad | objfmt.SecWrite},
	{".fini_array", finiArr, fA | fW, objfmt.KindWritable, objfmt.RoleFiniArray, objfmt.SecLoad | objfmt.SecWrite},
	{".fini_array.7", progbits, fA | fW, objfmt.KindWritable, objfmt.RoleFiniArray, objfmt.SecLoad | objfmt.SecWrite},
	{".init", progbits, fA | fX, objfmt.KindCode, objfmt.RoleInitCode, objfmt.SecLoad | objfmt.SecExec},
	{".fini", progbits, fA | fX, objfmt.KindCode, objfmt.RoleFiniCode, objfmt.SecLoad | objfmt.SecExec},
	{".init.text", progbits, fA | fX, objfmt.KindCode, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecExec},
	{".preinit_array", preinit, fA | fW, objfmt.KindWritable, objfmt.RolePreinitArray, objfmt.SecLoad | objfmt.SecWrite},
	{".ctors", progbits, fA | fW, objfmt.KindWritable, objfmt.RoleCtors, objfmt.SecLoad | objfmt.SecWrite},
	{".ctors.65535", progbits, fA | fW, objfmt.KindWritable, objfmt.RoleCtors, objfmt.SecLoad | objfmt.SecWrite},
	{".ctorsx", progbits, fA | fW, objfmt.KindWritable, objfmt.RolePlain, objfmt.SecLoad | objfmt.SecWrite},
	{".dtors", progbits, fA | fW, objfmt.KindWritable, objfmt.RoleDtors, objfmt.SecLoad | objfmt.SecWrite},
	{".eh_frame", progbits, fA, objfmt.KindReadOnly, objfmt.RoleEHFrame, objfmt.SecLoad},
	{".eh_frame", uint32(0x70000001), fA, objfmt.KindReadOnly, objfmt.RoleEHFrame, objfmt.SecLoad}, // SHT_X86_64_UNWIND
	{".eh_frame_hdr", progbits, fA, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad},
	{".gnu.linkonce.t.f", progbits, fA | fX, objfmt.KindCode, objfmt.RoleLinkOnce, objfmt.SecLoad | objfmt.SecExec},
	{".note.gnu.property", note, fA, objfmt.KindReadOnly, objfmt.RoleNote, objfmt.SecLoad},
	{".note.other", progbits, 0, objfmt.KindNone, objfmt.RoleNote, 0},
	{".excluded", progbits, fA | shfExclude, objfmt.KindNone, objfmt.RolePlain, objfmt.SecExclude},
	{".llvm_addrsig", 0x6fff4c03, shfExclude, objfmt.KindNone, objfmt.RolePlain, objfmt.SecExclude},
	{".comment", progbits, fM | fS, objfmt.KindNone, objfmt.RolePlain, objfmt.SecMerge | objfmt.SecStrings},
	{".debug_info", progbits, 0, objfmt.KindNone, objfmt.RoleDebug, 0},
	{".zdebug_line", progbits, 0, objfmt.KindNone, objfmt.RoleDebug, 0},
	{".debug_kept", progbits, fA, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad},
	{"", progbits, fA, objfmt.KindReadOnly, objfmt.RolePlain, objfmt.SecLoad},
}

func TestSectionKinds(t *testing.T) {
	for _, c := range classes {
		f := c.file()
		f.Machine = uint16(elf.EM_X86_64) // for SHF_X86_64_LARGE; the parser knows no pair of class and machine
		for i, k := range kinds {
			f.Add(objgen.ELFSection{Name: k.name, Type: k.typ, Flags: k.flags, Data: []byte("contents"), Size: 0, Align: 1 << (i % 13)})
		}
		data := f.Bytes()
		compareStd(t, "kinds", data)
		img := parse(t, "kinds.o", data)
		all := full(t, img)
		for i, k := range kinds {
			id, sec := byNumber(all, uint32(i+1))
			if sec == nil {
				t.Errorf("%v: %s has no record in a full image", c, k.name)
				continue
			}
			if name := all.SectionName(id); name != k.name || sec.Kind != k.kind || sec.Role != k.role || sec.Flags != k.want || sec.Alignment() != 1<<(i%13) {
				t.Errorf("%v: %s type %#x: %q kind %v role %v flags %v align %d, want %v %q %v %d", c, k.name, k.typ,
					name, sec.Kind, sec.Role, sec.Flags.Names(), sec.Alignment(), k.kind, k.role, k.want.Names(), 1<<(i%13))
			}
			if _, loaded := byNumber(img, uint32(i+1)); (loaded != nil) != (k.want&objfmt.SecLoad != 0) {
				t.Errorf("%v: %s has a record in an image of loaded sections: %v", c, k.name, loaded != nil)
			}
		}
		if !img.HasTLS || !all.HasTLS {
			t.Errorf("%v: HasTLS %v %v", c, img.HasTLS, all.HasTLS)
		}
	}
}

// TestZeroFill: SHT_NOBITS has a size and no bytes, wherever its offset points.
func TestZeroFill(t *testing.T) {
	for _, c := range classes {
		f := c.file()
		n := f.Add(objgen.ELFSection{Name: ".bss", Type: nobits, Flags: fA | fW, Size: 0x7fff0000, Align: 4096})
		f.EditSection = func(i uint32, h *objgen.ELFSectionHeader) {
			if i == n {
				h.Off = 0xfffffff0
			}
		}
		img := parse(t, "bss.o", f.Bytes())
		s := &img.Sections[0]
		if s.Size != 0x7fff0000 || s.Data != nil || s.Alignment() != 4096 || s.Flags&objfmt.SecZeroFill == 0 {
			t.Errorf("%v: %+v", c, *s)
		}
		if b, err := img.Contents(0); b != nil || err != nil {
			t.Errorf("%v: contents %d bytes, %v", c, len(b), err)
		}
	}
}

// TestLinkOrder: a section that goes with another knows which; one that is not in
// the image, or out of the table, is none.
func TestLinkOrder(t *testing.T) {
	for _, c := range classes {
		f := c.file()
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: []byte{1}})
		comment := f.Add(objgen.ELFSection{Name: ".comment", Data: []byte{1}})
		f.Add(objgen.ELFSection{Name: "to_text", Flags: fA | fL, Data: []byte{1}, Link: text})
		f.Add(objgen.ELFSection{Name: "to_comment", Flags: fA | fL, Data: []byte{1}, Link: comment})
		f.Add(objgen.ELFSection{Name: "to_nothing", Flags: fA | fL, Data: []byte{1}, Link: 4711})
		f.Add(objgen.ELFSection{Name: "no_order", Flags: fA, Data: []byte{1}, Link: text})
		img := parse(t, "order.o", f.Bytes())
		for n, want := range map[uint32]objfmt.SectionID{3: 0, 4: objfmt.SecUndef, 5: objfmt.SecUndef, 6: objfmt.SecUndef} {
			if _, s := byNumber(img, n); s.Link != want {
				t.Errorf("%v: section %d links to %d, want %d", c, n, s.Link, want)
			}
		}
		if _, s := byNumber(full(t, img), 4); s.Link != 1 {
			t.Errorf("%v: full image: to_comment links to %d", c, s.Link)
		}
	}
}

// TestExidx: the type of index tables is ARM's, and counts more than the name.
func TestExidx(t *testing.T) {
	for _, c := range classes {
		for _, machine := range []elf.Machine{elf.EM_ARM, c.machine()} {
			f := c.file()
			f.Machine = uint16(machine)
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: []byte{1}})
			want := map[string]objfmt.Role{
				".ARM.exidx": objfmt.RoleExidx, ".ARM.exidx.text.f": objfmt.RoleExidx, ".gnu.linkonce.armexidx.f": objfmt.RoleExidx, ".eh_frame": objfmt.RoleExidx,
			}
			for name := range want {
				f.Add(objgen.ELFSection{Name: name, Type: 0x70000001, Flags: fA | fL, Link: text, Data: make([]byte, 8)})
			}
			f.Add(objgen.ELFSection{Name: ".ARM.exidx.plain", Flags: fA, Data: make([]byte, 8)})
			if machine != elf.EM_ARM {
				want = map[string]objfmt.Role{".gnu.linkonce.armexidx.f": objfmt.RoleLinkOnce, ".eh_frame": objfmt.RoleEHFrame}
			}
			img := parse(t, "exidx.o", f.Bytes())
			for i := range img.Sections {
				s, name := &img.Sections[i], img.SectionName(objfmt.SectionID(i))
				if s.Role != want[name] {
					t.Errorf("%v %v: %s has role %v, want %v", c, machine, name, s.Role, want[name])
				}
				if s.Role == objfmt.RoleExidx && s.Link != 0 {
					t.Errorf("%v: %s goes with %d", c, name, s.Link)
				}
			}
		}
	}
}

// TestStackNote: only an executable .note.GNU-stack asks for an executable stack.
func TestStackNote(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flags uint64
		want  bool
	}{
		{".note.GNU-stack", 0, false}, {".note.GNU-stack", fX, true}, {".note.GNU-stacks", fX, false}, {"", 0, false},
	} {
		f := classes[2].file()
		if tt.name != "" {
			f.Add(objgen.ELFSection{Name: tt.name, Flags: tt.flags})
		}
		img := parse(t, "stack.o", f.Bytes())
		if img.NeedsExec != tt.want || full(t, img).NeedsExec != tt.want {
			t.Errorf("%s flags %#x: NeedsExec %v, want %v", tt.name, tt.flags, img.NeedsExec, tt.want)
		}
	}
}

// TestGroups: COMDAT and plain groups, named by a symbol or a section, with members
// that are not loaded and with none.
func TestGroups(t *testing.T) {
	each(t, func(t *testing.T, c class, rela bool) {
		f := c.file()
		g := uint64(elf.SHF_GROUP)
		text := f.Add(objgen.ELFSection{Name: ".text.f", Flags: fA | fX | g, Data: []byte{1, 2, 3, 4}})
		debug := f.Add(objgen.ELFSection{Name: ".debug_types", Flags: g, Data: []byte{1}})
		relocs := f.AddRelocs(text, rela, []objgen.ELFReloc{rel(0, 1, 1, 0)})
		bySection := f.Add(objgen.ELFSection{Name: ".data.g", Flags: fA | fW | g, Data: []byte{1}})
		lonely := f.Add(objgen.ELFSection{Name: ".debug_macro", Flags: g, Data: []byte{1}})
		loose := f.Add(objgen.ELFSection{Name: ".rodata", Flags: fA, Data: []byte{1}})
		sec := f.AddSymbol(objgen.ELFSymbol{Type: byte(elf.STT_SECTION), Section: bySection})
		local := f.AddSymbol(objgen.ELFSymbol{Name: "macro_group", Section: lonely})
		sig := f.AddSymbol(objgen.ELFSymbol{Name: "_Z1fv", Bind: byte(elf.STB_WEAK), Section: text})
		g1 := f.AddGroup(sig, 1, text, relocs, debug)
		g2 := f.AddGroup(sec, 0, bySection)
		f.AddGroup(local, 1, lonely)
		f.AddGroup(local, 1)
		data := f.Bytes()
		compareStd(t, "groups", data)
		img := parse(t, "groups.o", data)
		type group struct {
			name            string
			comdat, section bool
			number          uint32
			members         string
		}
		describe := func(img *objfmt.ObjectImage) (out []group) {
			for i := range img.Groups {
				g := &img.Groups[i]
				var m []uint32
				for _, id := range img.GroupMembers(g) {
					m = append(m, img.Sections[id].Number)
				}
				out = append(out, group{img.GroupName(g), g.Comdat, g.BySection, g.Number, fmt.Sprint(m)})
			}
			return out
		}
		want := []group{{"_Z1fv", true, false, g1, "[1]"}, {".data.g", false, true, g2, "[4]"}}
		if got := describe(img); !slices.Equal(got, want) {
			t.Errorf("groups %v, want %v", got, want)
		}
		want[0].members = "[1 3 2]"
		want = append(want, group{"macro_group", true, false, g2 + 1, "[5]"})
		if got := describe(full(t, img)); !slices.Equal(got, want) {
			t.Errorf("full: groups %v, want %v", got, want)
		}
		if _, s := byNumber(img, loose); s.Group != 0 {
			t.Errorf("a section outside groups is in group %d", s.Group)
		}
	})
}

// TestNoTables: objects without section headers, symbols or names are legal.
func TestNoTables(t *testing.T) {
	for _, c := range classes {
		f := c.file()
		f.NoSymtab = true
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: []byte{1, 2, 3, 4, 5, 6, 7, 8}})
		f.AddRelocs(text, true, []objgen.ELFReloc{rel(4, 0, 1, 7)})
		img := parse(t, "nosym.o", f.Bytes())
		if len(img.Symbols) != 1 || img.Symbols[0].Section != objfmt.SecUndef || len(img.Hashes) != 0 || img.FirstGlobal != 1 {
			t.Errorf("%v: %d symbols, %d hashes", c, len(img.Symbols), len(img.Hashes))
		}
		f = c.file()
		f.EditHeader = func(h *objgen.ELFHeader) { h.ShOff = 0 }
		if img := parse(t, "nothing.o", f.Bytes()); len(img.Sections) != 0 || len(img.Symbols) != 1 {
			t.Errorf("%v: without headers: %d sections", c, len(img.Sections))
		}
		f = c.file()
		f.Add(objgen.ELFSection{Flags: fA, Data: []byte{1}})
		f.EditHeader = func(h *objgen.ELFHeader) { h.ShStrNdx = 0 }
		f.EditSection = func(_ uint32, h *objgen.ELFSectionHeader) { h.Name = 0 }
		if img := parse(t, "nonames.o", f.Bytes()); len(img.Sections) != 1 || img.SectionName(0) != "" {
			t.Errorf("%v: without names: %d sections", c, len(img.Sections))
		}
	}
}

// TestMachines: the header's machine, class and byte order make the triple.
func TestMachines(t *testing.T) {
	for _, tt := range []struct {
		c       class
		machine elf.Machine
		want    string
	}{
		{classes[2], elf.EM_X86_64, "x86_64"}, {classes[0], elf.EM_X86_64, "x86_64"}, {classes[0], elf.EM_386, "i386"},
		{classes[2], elf.EM_AARCH64, "aarch64"}, {classes[3], elf.EM_AARCH64, "aarch64_be"}, {classes[0], elf.EM_ARM, "arm"},
		{classes[1], elf.EM_ARM, "armeb"}, {classes[1], elf.EM_MIPS, "mips"}, {classes[0], elf.EM_MIPS, "mipsel"},
		{classes[2], elf.EM_MIPS, "mips64el"}, {classes[3], elf.EM_MIPS, "mips64"}, {classes[3], elf.EM_PPC64, "powerpc64"},
		{classes[2], elf.EM_PPC64, "powerpc64le"}, {classes[1], elf.EM_PPC, "powerpc"}, {classes[3], elf.EM_S390, "s390x"},
		{classes[3], elf.EM_SPARCV9, "sparcv9"}, {classes[2], elf.EM_RISCV, "riscv64"}, {classes[0], elf.EM_RISCV, "riscv32"},
		{classes[2], elf.EM_LOONGARCH, "loongarch64"},
	} {
		f := tt.c.file()
		f.Machine, f.Flags = uint16(tt.machine), 1
		img := parse(t, "m.o", f.Bytes())
		if img.Triple.Arch.String() != tt.want || img.Flags != 1 || img.Machine != uint32(tt.machine) {
			t.Errorf("%v %v: %v, flags %#x, want %s", tt.machine, tt.c, img.Triple.Arch, img.Flags, tt.want)
		}
	}
	// A machine without a name is read all the same.
	f := classes[0].file()
	f.Machine = 0xfeed
	if img, err := own.Parse(objfmt.NewBuffer("x.o", f.Bytes())); err != nil || img.Machine != 0xfeed {
		t.Errorf("unknown machine: %v", err)
	}
}
