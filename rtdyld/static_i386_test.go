package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Debian's i386 libraries for amd64: libc6-dev-i386, lib32gcc-12-dev, lib32stdc++-12-dev.
const lib32, gcc32 = "/usr/lib32/", "/usr/lib/gcc/x86_64-linux-gnu/12/32/"

// testMembers loads each object of archives into a linker of its own, all names
// known, and returns how many objects and relocations of each type these were.
func testMembers(t *testing.T, archives ...string) (objects int, types map[string]int) {
	t.Helper()
	citest.Need(t, archives...)
	types = map[string]int{}
	for _, archive := range archives {
		a, err := ar.Open(archive)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		for m, err := range a.Members() {
			if err != nil {
				t.Fatal(err)
			}
			img, err := objfile.ParseMember(m)
			if errors.Is(err, objfmt.ErrUnknownFormat) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			testMember(t, img, types)
			img.Close()
			objects++
		}
	}
	return objects, types
}

func testMember(t *testing.T, img *objfmt.ObjectImage, types map[string]int) {
	t.Helper()
	threads := map[string]bool{}
	for i := range img.Symbols {
		if img.Symbols[i].Type == objfmt.SymTLS {
			threads[img.SymbolName(objfmt.SymbolID(i))] = true
		}
	}
	next := uint64(0x30000000)
	l, err := rtdyld.New(rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &anyTLS{}, Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		next += 0x40
		if threads[name] {
			return rtdyld.Symbol{Addr: 1<<32 - 0x40, Kind: rtdyld.TLS, Module: 1}, true
		}
		return rtdyld.Symbol{Addr: next, Kind: rtdyld.Func}, true
	})})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(t.Context(), img)
	if err == nil {
		err = l.Finalize(t.Context())
	}
	if err != nil {
		t.Error(err)
		return
	}
	table := rtdyld.Relocations(img)
	for _, s := range objs[0].Sections() {
		if int(s.ID) >= len(img.Sections) {
			continue
		}
		for r, err := range img.Relocs(s.ID) {
			if err != nil {
				t.Fatal(err)
			}
			types[table.Name(r.Type)]++
		}
	}
}

// TestMembersI386 loads every object of Debian's i386 libraries.
func TestMembersI386(t *testing.T) {
	n, types := testMembers(t, lib32+"libc.a", lib32+"libm.a", lib32+"libresolv.a",
		gcc32+"libstdc++.a", gcc32+"libgcc.a", gcc32+"libgcc_eh.a", gcc32+"libgomp.a", gcc32+"libitm.a", gcc32+"libquadmath.a", gcc32+"libubsan.a")
	t.Logf("%d objects: %v", n, types)
	if n < 3000 {
		t.Errorf("only %d objects", n)
	}
	for _, name := range []string{
		"R_386_32", "R_386_PC32", "R_386_GOT32", "R_386_GOT32X", "R_386_PLT32", "R_386_GOTOFF", "R_386_GOTPC",
		"R_386_TLS_GD", "R_386_TLS_GOTIE", "R_386_TLS_LE",
	} {
		if types[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}

// linkedI386 is what a static linker made of objects at the addresses where ours has them.
type linkedI386 struct {
	sections map[uint64][]byte
	got      uint64 // _GLOBAL_OFFSET_TABLE_
	slots    []byte // at slotsAt
}

const slotsAt = 0x18000000

// linkI386 has ld link the objects. names are addresses of names outside.
func linkI386(t *testing.T, ld string, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object, names map[string]uint64) linkedI386 {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	out := filepath.Join(dir, "out")
	args := []string{"-m", "elf_i386", "-O0", "--no-relax", "-o", out, "-T", filepath.Join(dir, "script"), "--no-check-sections", "-z", "norelro", "-z", "max-page-size=4096", "--entry=0"}
	for n, a := range names {
		fmt.Fprintf(&script, "\"%s\" = %#x;\n", n, a)
	}
	outputs := gatherOutputs(imgs, objs)
	script.WriteString("SECTIONS {\n")
	for i, o := range objs {
		file := fmt.Sprintf("m%05d.o", i)
		if err := os.WriteFile(filepath.Join(dir, file), imgs[i].Buffer.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, file))
		for _, s := range o.Sections() {
			if comparable(s) && !outputs.has(s) {
				fmt.Fprintf(&script, "  .s%d_%d %#x : { KEEP(*%s(%s)) }\n", i, s.ID, s.Addr, file, s.Name)
			}
		}
	}
	script.WriteString(outputs.script())
	fmt.Fprintf(&script, "  .got %#x : { *(.got) *(.got.plt) }\n  .plt 0x18800000 : { *(.plt) *(.plt.got) *(.iplt) }\n  .eh_frame 0x19000000 : { *(.eh_frame) }\n"+
		"  .tdata 0x19800000 : { *(.tdata .tdata.*) }\n  .tbss : { *(.tbss .tbss.*) }\n  .bss 0x1a000000 : { *(COMMON) }\n  /DISCARD/ : { *(.note.gnu.property) *(.comment) }\n}\n", slotsAt)
	if err := os.WriteFile(filepath.Join(dir, "script"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command(ld, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%.4000s", ld, err, text)
	}
	f, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := linkedI386{sections: map[uint64][]byte{}}
	for _, s := range f.Sections {
		if s.Type == elf.SHT_NOBITS || s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		b, err := s.Data()
		if err != nil {
			t.Fatal(err)
		}
		if s.Addr == slotsAt {
			l.slots = b
		} else {
			l.sections[s.Addr] = b
		}
	}
	outputs.cut(t, l.sections)
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range syms {
		if s.Name == "_GLOBAL_OFFSET_TABLE_" {
			l.got = s.Value
		}
	}
	return l
}

// comparable reports whether a section is to be the same in both.
func comparable(s rtdyld.LoadedSection) bool {
	return s.Name[0] != '<' && s.Name != ".eh_frame" && s.Name != ".note.gnu.property" && !strings.HasPrefix(s.Name, ".tdata") && len(s.Mem) > 0
}

// own are names that each linker defines in its own way.
var own = map[string]bool{"__dso_handle": true, "__rel_iplt_start": true, "__rel_iplt_end": true}

// countsI386 is what was compared.
type countsI386 struct{ bytes, relocs, slots, threads, indirect int }

// compareI386 compares an object's sections. The table of slots is elsewhere, which
// the fields relative to it show: they are brought to ours, and what the slots that
// they name hold is compared instead. Accesses to thread-locals, which ld.lld
// rewrites, and indirect functions, for which each has code of its own, are left out.
func compareI386(t *testing.T, o *rtdyld.Object, want linkedI386, indirect map[string]bool, n *countsI386) {
	t.Helper()
	img := o.Image()
	table := rtdyld.Relocations(img)
	var base uint64
	var slots []byte
	for _, s := range o.Sections() {
		if s.Name == "<got>" {
			base, slots = s.Addr, s.Mem
		}
	}
	le := binary.LittleEndian
	for _, s := range o.Sections() {
		if !comparable(s) || img.Sections[s.ID].Data == nil {
			continue
		}
		ref, ok := want.sections[s.Addr]
		if !ok || len(ref) < len(s.Mem) {
			t.Errorf("%s: ld.lld's %s at %#x has %d bytes, ours %d", o.Name(), s.Name, s.Addr, len(ref), len(s.Mem))
			continue
		}
		got, ref := bytes.Clone(s.Mem), bytes.Clone(ref[:len(s.Mem)])
		file := img.Sections[s.ID].Data
		for r, err := range img.Relocs(s.ID) {
			if err != nil {
				t.Fatal(err)
			}
			off := r.Offset
			typ := table.Name(r.Type)
			switch {
			case strings.HasPrefix(typ, "R_386_TLS"):
				before, behind := uint64(0), uint64(4)
				switch typ {
				case "R_386_TLS_GD":
					before, behind = 3, 9
				case "R_386_TLS_GOTIE":
					before = 2
				}
				clear(got[off-before : off+behind])
				clear(ref[off-before : off+behind])
				n.threads++
				continue
			case img.Symbols[r.Sym].Type == objfmt.SymIFunc || indirect[img.SymbolName(r.Sym)]:
				clear(got[off : off+4])
				clear(ref[off : off+4])
				n.indirect++
				continue
			case own[img.SymbolName(r.Sym)]:
				clear(got[off : off+4])
				clear(ref[off : off+4])
				continue
			case typ == "R_386_GOTPC":
				le.PutUint32(ref[off:], le.Uint32(ref[off:])-uint32(want.got)+uint32(base))
			case typ == "R_386_GOTOFF":
				le.PutUint32(ref[off:], le.Uint32(ref[off:])+uint32(want.got)-uint32(base))
			case strings.HasPrefix(typ, "R_386_GOT32"):
				ours, theirs := le.Uint32(got[off:])-le.Uint32(file[off:]), le.Uint32(ref[off:])-le.Uint32(file[off:])
				if file[off-1]&0xc7 != 5 { // with a register
					ours, theirs = ours+uint32(base), theirs+uint32(want.got)
				}
				ours, theirs = ours-uint32(base), theirs-slotsAt
				if uint64(ours)+4 > uint64(len(slots)) || uint64(theirs)+4 > uint64(len(want.slots)) {
					t.Errorf("%s: %s+%#x: %s refers to %#x of our slots, %#x of ld.lld's", o.Name(), s.Name, off, typ, ours, theirs)
				} else if a, b := le.Uint32(slots[ours:]), le.Uint32(want.slots[theirs:]); a != b {
					t.Errorf("%s: %s+%#x: %s to %s: our slot has %#x, ld.lld's %#x", o.Name(), s.Name, off, typ, img.SymbolName(r.Sym), a, b)
				}
				copy(ref[off:off+4], got[off:])
				n.slots++
				continue
			}
			n.relocs++
		}
		n.bytes += len(got)
		for i := range got {
			if got[i] != ref[i] {
				lo, hi := max(i-8, 0), min(i+8, len(got))
				t.Errorf("%s: %s+%#x at %#x:\n got % x\nwant % x", o.Name(), s.Name, i, s.Addr+uint64(i), got[lo:hi], ref[lo:hi])
				break
			}
		}
	}
}

// TestStaticRowsI386 compares every type that static linkers take and do not rewrite
// with two of them.
func TestStaticRowsI386(t *testing.T) {
	names := map[string]uint64{"fun": 0x20001000, "dat": 0x30002000, "tiny": 0x50}
	for _, ld := range []string{"ld.bfd", "ld.lld"} {
		t.Run(ld, func(t *testing.T) {
			citest.Need(t, ld)
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, Resolver: rtdyld.ResolverFunc(func(n string) (rtdyld.Symbol, bool) {
				a, ok := names[n]
				return rtdyld.Symbol{Addr: a, Kind: rtdyld.Func}, ok
			})})
			imgs := images(t, "rows=../elf-i386/rows")
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			var n countsI386
			compareI386(t, objs[0], linkI386(t, ld, imgs, objs, names), nil, &n)
			t.Logf("%+v", n)
			if n.relocs+n.slots != 24 {
				t.Errorf("%d relocations and %d slots", n.relocs, n.slots)
			}
		})
	}
}

// TestStaticI386 links whole archives and compares every byte with ld.lld.
func TestStaticI386(t *testing.T) {
	for name, paths := range map[string][]string{
		"libc": {lib32 + "libc.a", lib32 + "libm.a"}, "libstdc++": {gcc32 + "libstdc++.a", gcc32 + "libgcc.a"}, "libquadmath": {gcc32 + "libquadmath.a"},
	} {
		t.Run(name, func(t *testing.T) {
			citest.Need(t, append(paths, "ld.lld")...)
			var archives []*ar.Archive
			for _, path := range paths {
				a, err := ar.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				defer a.Close()
				archives = append(archives, a)
			}
			imgs, err := rtdyld.CollectAll(t.Context(), nil, archives)
			if err != nil {
				t.Fatal(err)
			}
			// The same functions once more, for who has others of the kind.
			imgs = slices.DeleteFunc(imgs, func(img *objfmt.ObjectImage) bool {
				return strings.HasSuffix(img.Name, "_chk-nonshared.o)") && img.Close() == nil
			})
			indirect, names := map[string]bool{}, map[string]uint64{}
			for _, img := range imgs {
				defer img.Close()
				for i := range img.Symbols {
					if img.Symbols[i].Type == objfmt.SymIFunc {
						indirect[img.SymbolName(objfmt.SymbolID(i))] = true
					}
				}
			}
			next := uint64(0x30000000)
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &anyTLS{}, Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
				for i, ref := range refs {
					if ref.Weak {
						continue
					}
					next += 0x40
					names[ref.Name] = next
					out[i] = rtdyld.Symbol{Addr: next, Kind: rtdyld.Func, Found: true}
				}
				return nil
			})})
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			want := linkI386(t, "ld.lld", imgs, objs, names)
			var n countsI386
			for _, o := range objs {
				compareI386(t, o, want, indirect, &n)
			}
			t.Logf("%d objects: %d bytes, %d relocations the same, %d slots with the same address; not compared: %d of thread-locals, %d of indirect functions",
				len(objs), n.bytes, n.relocs, n.slots, n.threads, n.indirect)
			if n.relocs < 500 {
				t.Errorf("only %d relocations", n.relocs)
			}
		})
	}
}
