package coff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestSample: every record of an object that has one of everything.
func TestSample(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		s := newSample(fl)
		if s.foo != 9 || s.ext != 11 || s.textSym != 2 {
			t.Fatalf("the sample's relocations name other symbols than %d, %d, %d", s.textSym, s.foo, s.ext)
		}
		img := parse(t, "sample.o", s.Bytes())
		thumb := 0
		if img.Triple.Arch == triple.Thumb {
			s.Section(s.text).Flags |= scnMem16Bit
			s.Section(s.fun).Flags |= scnMem16Bit
			img = parse(t, "sample.o", s.Bytes())
			thumb = 1
		}
		want := fmt.Sprintf(`
sections:
   nr kind         size  align  name
    1 code         0x40     16  .text flags=load,exec
      0x00000000 4 foo
      0x00000008 1 ext
      0x00000010 2 .text
      0x0000003c 65535 symbol 1073741824
    2 data         0x10      8  .data flags=load,write
    3 data      0x12345     64  .bss flags=load,write,zerofill
    4 code          0x4      4  .text$foo, which is long flags=load,exec group=foo
      0x00000000 4 ext
    5 rodata        0x8      4  .xdata flags=load,linkorder group=foo
    6 rodata        0xc      4  .pdata role=pdata flags=load,linkorder group=foo
      0x00000000 3 foo
    9 rodata        0x4      4  .tls$ flags=load,write,tls

symbols:
   nr              value       size type    bind   vis       section  name
    0                  0          0 file    local  default   undef    source.c
    1                  0          0 notype  local  default   undef
    2                  0          0 section local  default   1        .text
    3                  0          0 notype  local  default   undef
    4                0x1          0 notype  local  default   abs      @feat.00
    5                  0          0 section local  default   4        .text$foo, which is long
    6                  0          0 notype  local  default   undef
    7                  0          0 section local  default   5        .xdata
    8                  0          0 notype  local  default   undef
    9                %3[1]s        0x4 func    global default   4        foo
   10                  0          0 notype  local  default   undef
   11                  0          0 notype  global default   undef    ext
   12                  0          0 section local  default   6        .pdata
   13                  0          0 notype  local  default   undef
   14                0x8          0 notype  global default   2        .weak.maybe.default
   15                0xe          0 notype  weak   default   alias    maybe
   16                  0          0 notype  local  default   undef
   17               0x40       0x64 notype  global default   common   a common symbol of a long name
   18                  0          0 tls     global default   9        per_thread
   19               %4[2]s          0 func    local  default   1        a static function

groups:
      foo comdat=true members=[4 5 6]

directives:
      defaultlib libcmt
      export foo
      ignored -aligncomm:"a common symbol of a long name",6
`, map[int]string{0: "  0", 1: "0x1"}[thumb], map[int]string{0: "0x20", 1: "0x21"}[thumb])
		got := dump(t, img)
		got = got[strings.IndexByte(got, '\n')+1:]
		want = strings.ReplaceAll(want, "                  0          0 ", fmt.Sprintf("%#18x %#10x ", 0, 0))
		if norm(got) != norm(want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if !img.HasTLS || img.HasHidden || img.HasIFunc || img.Big || img.FirstGlobal != 0 || len(img.Hashes) != len(img.Symbols) {
			t.Errorf("%+v", img)
		}
		if img.Is64 != (img.Triple.Arch == triple.X86_64 || img.Triple.Arch == triple.AArch64) || img.Triple.Format() != triple.COFF || img.Machine != uint32(fl.machine) {
			t.Errorf("%v, machine %#x, 64 bits %v", img.Triple, img.Machine, img.Is64)
		}
		for i := range img.Symbols {
			want := uint32(0)
			if img.Symbols[i].Bind != objfmt.BindLocal {
				want = objfmt.HashName(img.SymbolName(objfmt.SymbolID(i)))
			}
			if img.Hashes[i] != want {
				t.Errorf("symbol %d: hash %#x, want %#x", i, img.Hashes[i], want)
			}
		}
		all := full(t, img)
		if id, sec := byNumber(all, s.debug); sec == nil || sec.Role != objfmt.RoleDebug || len(sec.Raw) != 10 || sec.Flags != 0 || all.SectionName(id) != ".debug_info" {
			t.Errorf("debug section: %+v", sec)
		}
		if _, sec := byNumber(all, s.drectve); sec == nil || sec.Flags != objfmt.SecExclude || sec.Kind != objfmt.KindNone {
			t.Errorf("directives: %+v", sec)
		}
		if len(all.Sections) != 9 || len(all.Groups) != 1 || len(all.Directives) != 3 {
			t.Errorf("%d sections, %d groups, %d directives", len(all.Sections), len(all.Groups), len(all.Directives))
		}
	})
}

// norm folds runs of spaces, so that the table above need not be in columns.
func norm(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(strings.ReplaceAll(lines[i], " 0x0 ", " 0 ")), " ")
	}
	return strings.Join(lines, "\n")
}

// TestKinds: what characteristics and names make of a section.
func TestKinds(t *testing.T) {
	const load, exec, write, excl = objfmt.SecLoad, objfmt.SecExec, objfmt.SecWrite, objfmt.SecExclude
	tests := []struct {
		name  string
		flags uint32
		kind  objfmt.Kind // KindNone: no record but in Full
		want  objfmt.SectionFlags
		role  objfmt.Role
	}{
		{".text", text, objfmt.KindCode, load | exec, 0},
		{".text", 0x20, objfmt.KindCode, load | exec, 0},
		{".text", 0x20000000, objfmt.KindCode, load | exec, 0},
		{"both", text | 0x80000000, objfmt.KindCode, load | exec | write, 0},
		{".data", data, objfmt.KindWritable, load | write, 0},
		{".data", 0xc0000000, objfmt.KindWritable, load | write, 0},
		{".rdata", rodata, objfmt.KindReadOnly, load, 0},
		{".rdata", 0, objfmt.KindReadOnly, load, 0},
		{"paged", data | 0x8000000 | 0x4000000 | 0x10000000, objfmt.KindWritable, load | write, 0}, // NOT_PAGED, NOT_CACHED, SHARED
		{".bss", bss, objfmt.KindWritable, load | write | objfmt.SecZeroFill, 0},
		{"half", bss | rodata, objfmt.KindWritable, load | write, 0},
		{"INIT", text | scnDiscardable, objfmt.KindCode, load | exec, 0},
		{"INITDATA", data | scnDiscardable, objfmt.KindWritable, load | write, 0},
		{".reloc", rodata | scnDiscardable, objfmt.KindNone, 0, 0},
		{".comment", scnLinkInfo, objfmt.KindNone, excl, 0},
		{".llvm_addrsig", scnLinkRemove, objfmt.KindNone, excl, 0},
		{".sxdata", scnLinkInfo | text, objfmt.KindNone, excl | exec, 0},
		{".gfids$y", rodata, objfmt.KindNone, excl, 0}, {".giats$y", rodata, objfmt.KindNone, excl, 0},
		{".gljmp$y", rodata, objfmt.KindNone, excl, 0}, {".gehcont$y", rodata, objfmt.KindNone, excl, 0},
		{".gfidsy", rodata, objfmt.KindReadOnly, load, 0},
		{".debug$S", rodata, objfmt.KindNone, 0, objfmt.RoleDebug}, {".debug_line_str", data, objfmt.KindNone, write, objfmt.RoleDebug},
		{".zdebug_info", rodata, objfmt.KindNone, 0, objfmt.RoleDebug}, {".stab", rodata, objfmt.KindNone, 0, objfmt.RoleDebug},
		{".stabstr", rodata, objfmt.KindNone, 0, objfmt.RoleDebug}, {".stabs", rodata, objfmt.KindReadOnly, load, 0},
		{".gnu_debuglink", rodata, objfmt.KindNone, 0, objfmt.RoleDebug},
		{".pdata", rodata, objfmt.KindReadOnly, load, objfmt.RolePData}, {".pdata$foo", rodata, objfmt.KindReadOnly, load, objfmt.RolePData},
		{".pdata.startup", rodata, objfmt.KindReadOnly, load, objfmt.RolePData}, {".pdata2", rodata, objfmt.KindReadOnly, load, 0},
		{".xdata", rodata, objfmt.KindReadOnly, load, 0},
		{".eh_frame", rodata, objfmt.KindReadOnly, load, objfmt.RoleEHFrame}, {".eh_frame$foo", data, objfmt.KindWritable, load | write, objfmt.RoleEHFrame},
		{".eh_framex", rodata, objfmt.KindReadOnly, load, 0},
		{".CRT$XCA", rodata, objfmt.KindReadOnly, load, objfmt.RoleInitArray}, {".CRT$XIU", data, objfmt.KindWritable, load | write, objfmt.RoleInitArray},
		{".CRT$XCT00100", rodata, objfmt.KindReadOnly, load, objfmt.RoleInitArray},
		{".CRT$XPU", rodata, objfmt.KindReadOnly, load, objfmt.RoleFiniArray}, {".CRT$XTZ", rodata, objfmt.KindReadOnly, load, objfmt.RoleFiniArray},
		{".CRT$XLB", rodata, objfmt.KindReadOnly, load, 0}, {".CRT$XDU", rodata, objfmt.KindReadOnly, load, 0}, {".CRT$X", rodata, objfmt.KindReadOnly, load, 0},
		{".ctors", data, objfmt.KindWritable, load | write, objfmt.RoleCtors}, {".ctors.65434", data, objfmt.KindWritable, load | write, objfmt.RoleCtors},
		{".dtors", data, objfmt.KindWritable, load | write, objfmt.RoleDtors}, {".dtors.00001", rodata, objfmt.KindReadOnly, load, objfmt.RoleDtors},
		{".ctors2", rodata, objfmt.KindReadOnly, load, 0},
		{".tls", data, objfmt.KindReadOnly, load | write | objfmt.SecTLS, 0}, {".tls$ZZZ", data, objfmt.KindReadOnly, load | write | objfmt.SecTLS, 0},
		{".tls$", bss, objfmt.KindReadOnly, load | write | objfmt.SecTLS | objfmt.SecZeroFill, 0}, {".tlsx", data, objfmt.KindWritable, load | write, 0},
		{".gnu.linkonce.t.foo", text, objfmt.KindCode, load | exec, objfmt.RoleLinkOnce},
		{".gnu.linkonce.t.bar", text | comdat, objfmt.KindCode, load | exec, 0},
		{".drectve", rodata, objfmt.KindNone, 0, 0},
		{"", rodata, objfmt.KindReadOnly, load, 0}, {".", rodata, objfmt.KindReadOnly, load, 0}, {"eight888", rodata, objfmt.KindReadOnly, load, 0},
		{"nine99999", rodata, objfmt.KindReadOnly, load, 0}, {strings.Repeat("long", 100), rodata, objfmt.KindReadOnly, load, 0},
	}
	f := flavours[0].file()
	for _, tt := range tests {
		s := objgen.COFFSection{Name: tt.name, Flags: tt.flags, Data: []byte("  /x    ")}
		if tt.want&objfmt.SecZeroFill != 0 {
			s.Data, s.Size = nil, 8
		}
		f.Add(s)
	}
	for _, base64 := range []bool{false, true} {
		f.Base64Names = base64
		img := parse(t, "kinds.o", f.Bytes())
		all := full(t, img)
		for i, tt := range tests {
			id, s := byNumber(all, int32(i)+1)
			if s == nil || all.SectionName(id) != tt.name {
				t.Errorf("no section %s", tt.name)
				continue
			}
			if s.Kind != tt.kind || s.Flags != tt.want || s.Role != tt.role || s.Size != 8 {
				t.Errorf("%s: %v %v %v size %d, want %v %v %v", tt.name, s.Kind, s.Flags.Names(), s.Role, s.Size, tt.kind, tt.want.Names(), tt.role)
			}
			id, s = byNumber(img, int32(i)+1)
			if (s == nil) != (tt.kind == objfmt.KindNone) {
				t.Errorf("%s: recorded %v", tt.name, s != nil)
			} else if s != nil && img.SectionName(id) != tt.name {
				t.Errorf("%s is called %s", tt.name, img.SectionName(id))
			}
		}
	}
}

// TestShortNames: a name of eight bytes ends there, whatever is behind it.
func TestShortNames(t *testing.T) {
	f := flavours[0].file()
	for _, name := range []string{".text$mn", ".a", "a name for the string table", "eight888"} {
		f.Add(objgen.COFFSection{Name: name, Flags: rodata, Data: []byte{1}})
	}
	f.AddSymbol(objgen.COFFSymbol{Name: "eight-88", Class: 2, Section: 1})
	f.AddSymbol(objgen.COFFSymbol{Name: "seven77", Class: 2, Section: 1, Value: 0x41414141})
	f.AddSymbol(objgen.COFFSymbol{Name: "nine 9999", Class: 2, Section: 1})
	want := []string{".text$mn", ".a", "a name for the string table", "eight888"}
	for _, size := range []uint32{0, 1, 0x41414100, 0x41414141} {
		f.EditSection = func(_ int, h *objgen.COFFSectionHeader) { h.VirtualSize = size }
		b := f.Bytes()
		img := parse(t, "names.o", b)
		var got []string
		for i := range img.Sections {
			got = append(got, img.SectionName(objfmt.SectionID(i)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if view := parsetest.Inside(b, img.SecStrings); view != (size&0xff == 0) {
			t.Errorf("virtual size %#x: names are views: %v", size, view)
		}
		got = nil
		for i := range img.Symbols {
			got = append(got, img.SymbolName(objfmt.SymbolID(i)))
		}
		if !slices.Equal(got, []string{"eight-88", "seven77", "nine 9999"}) {
			t.Errorf("%q", got)
		}
	}
}

// TestLongNames: offsets in the string table, in decimal and in base 64.
func TestLongNames(t *testing.T) {
	f := flavours[0].file()
	var want []string
	for i := range 600 {
		want = append(want, fmt.Sprintf("section number %0*d", 1+i%60, i))
		f.Add(objgen.COFFSection{Name: want[i], Flags: rodata})
	}
	for _, f.Base64Names = range []bool{false, true} {
		img := parse(t, "names.o", f.Bytes())
		for i := range want {
			if got := img.SectionName(objfmt.SectionID(i)); got != want[i] {
				t.Fatalf("section %d: %q, want %q", i, got, want[i])
			}
		}
	}
}

// TestAlignment: 1 to 8192 bytes, 16 where nothing is said, 1 for IMAGE_SCN_TYPE_NO_PAD.
func TestAlignment(t *testing.T) {
	f := flavours[0].file()
	for log := -1; log < 14; log++ {
		f.Add(objgen.COFFSection{Name: ".a", Flags: data | align(log), Data: []byte{1}})
	}
	f.Add(objgen.COFFSection{Name: ".b", Flags: data | 8, Data: []byte{1}})
	f.Add(objgen.COFFSection{Name: ".b", Flags: data | 8 | align(9), Data: []byte{1}})
	img := parse(t, "align.o", f.Bytes())
	for i := range img.Sections {
		want := uint64(1)
		switch {
		case i == 0:
			want = 16
		case i < 15:
			want = 1 << (i - 1)
		}
		if got := img.Sections[i].Alignment(); got != want {
			t.Errorf("section %d: alignment %d, want %d", i, got, want)
		}
	}
}

// TestManyRelocations: the count of 65,535 and more is in a record of its own.
func TestManyRelocations(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		for _, n := range []int{0xfffe, 0xffff, 0x10000, 0x12345} {
			f := fl.file()
			relocs := make([]objgen.COFFReloc, n)
			for i := range relocs {
				relocs[i] = objgen.COFFReloc{Address: uint32(i), Sym: uint32(i % 7), Type: uint16(i)}
			}
			f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: make([]byte, n), Relocs: relocs})
			img := parse(t, "many.o", f.Bytes())
			i := 0
			for r, err := range img.Relocs(0) {
				want := objfmt.Reloc{Offset: uint64(i), Sym: objfmt.SymbolID(i % 7), Type: uint32(uint16(i)), Sub: objfmt.NoSymbol}
				if err != nil || r != want {
					t.Fatalf("relocation %d of %d: %+v, %v", i, n, r, err)
				}
				i++
			}
			if i != n {
				t.Errorf("%d relocations, want %d", i, n)
			}
		}
		// 65,535 without the flag are that many; the flag alone changes nothing.
		f := fl.file()
		n := f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: make([]byte, 8), Relocs: make([]objgen.COFFReloc, 0xffff)})
		f.Add(objgen.COFFSection{Name: ".text", Flags: text | scnRelocOvfl, Data: make([]byte, 8), Relocs: make([]objgen.COFFReloc, 3)})
		f.EditSection = func(number int, h *objgen.COFFSectionHeader) {
			if number == int(n) {
				h.Flags &^= scnRelocOvfl
			}
		}
		img := parse(t, "flag.o", f.Bytes())
		if a, b := len(img.Sections[0].Raw), len(img.Sections[1].Raw); a != 655350 || b != 30 {
			t.Errorf("%d and %d bytes of relocations", a, b)
		}
	})
}

// TestSectionAddress: offsets of relocations count from the section's address.
func TestSectionAddress(t *testing.T) {
	f := flavours[0].file()
	rel := func(addresses ...uint32) (rs []objgen.COFFReloc) {
		for _, a := range addresses {
			rs = append(rs, objgen.COFFReloc{Address: a})
		}
		return rs
	}
	f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: make([]byte, 8), Address: 0x1000, Relocs: rel(0x1000, 0x1004, 0xfff)})
	f.Add(objgen.COFFSection{Name: ".data", Flags: data, Data: make([]byte, 8), Relocs: rel(4)})
	f.Add(objgen.COFFSection{Name: ".debug_x", Flags: rodata, Data: make([]byte, 8), Address: 0x2000, Relocs: rel(0x2001)})
	img := full(t, parse(t, "address.o", f.Bytes()))
	var got []uint64
	for i := range img.Sections {
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Offset)
		}
	}
	if want := []uint64{0, 4, 1<<64 - 1, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%#x, want %#x", got, want)
	}
}

// TestEmpty: objects with next to nothing in them.
func TestEmpty(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		f := fl.file()
		f.NoSymbols = true
		img := parse(t, "nothing.o", f.Bytes())
		if len(img.Sections)+len(img.Symbols)+len(img.Hashes)+len(img.Groups)+len(img.Strings) != 0 {
			t.Errorf("%+v", img)
		}
		f.Add(objgen.COFFSection{Name: ".text$mn", Flags: text, Data: []byte{0xc3}})
		img = parse(t, "section.o", f.Bytes())
		if len(img.Sections) != 1 || img.SectionName(0) != ".text$mn" {
			t.Errorf("%+v", img)
		}
		f.NoSymbols = false
		f.EditStrings = func([]byte) []byte { return []byte{0, 0, 0, 0} } // some tools write no size
		f.AddSymbol(objgen.COFFSymbol{Name: "x", Class: 2, Section: 1})
		img = parse(t, "symbol.o", f.Bytes())
		if len(img.Symbols) != 1 || img.SymbolName(0) != "x" || img.Hashes[0] != objfmt.HashName("x") {
			t.Errorf("%+v", img)
		}
		f.AddSymbol(objgen.COFFSymbol{Class: 2, Section: 1})
		if !fl.big {
			f.Optional = make([]byte, 28)
		}
		img = parse(t, "strings.o", f.Bytes())
		if len(img.Symbols) != 2 || img.SymbolName(0) != "x" || img.SymbolName(1) != "" || img.Hashes[1] != 0 || img.SectionName(0) != ".text$mn" {
			t.Errorf("%+v", img)
		}
		if got := full(t, img).SectionName(0); got != ".text$mn" {
			t.Errorf("%q", got)
		}
	})
}
