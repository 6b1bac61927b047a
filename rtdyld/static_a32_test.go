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
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Debian's cross libraries, of libstdc++-12-dev-armhf-cross, which is Thumb code nearly
// throughout, and libstdc++-12-dev-armel-cross, ARM code, and what they depend on.
const (
	libArmhf, libArmel = "/usr/arm-linux-gnueabihf/lib/", "/usr/arm-linux-gnueabi/lib/"
	gccArmhf, gccArmel = "/usr/lib/gcc-cross/arm-linux-gnueabihf/12/", "/usr/lib/gcc-cross/arm-linux-gnueabi/12/"
)

// TestMembersA32 loads every object of Debian's libraries for 32-bit Arm.
func TestMembersA32(t *testing.T) {
	for _, c := range []struct{ name, lib, gcc, types string }{
		{"armhf", libArmhf, gccArmhf, "ABS32 REL32 PREL31 TARGET2 THM_CALL THM_JUMP24 THM_JUMP19 CALL JUMP24 GOT_BREL BASE_PREL TLS_IE32 TLS_LE32 TLS_LDM32 TLS_LDO32 NONE"},
		{"armel", libArmel, gccArmel, "ABS32 REL32 PREL31 TARGET2 CALL JUMP24 GOT_BREL BASE_PREL TLS_IE32 TLS_LE32 TLS_LDM32 TLS_LDO32 NONE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, types := testMembers(t, c.lib+"libc.a", c.lib+"libm.a", c.lib+"libresolv.a",
				c.gcc+"libstdc++.a", c.gcc+"libgcc.a", c.gcc+"libgcc_eh.a", c.gcc+"libgomp.a", c.gcc+"libubsan.a")
			t.Logf("%d objects: %v", n, types)
			if n < 3000 {
				t.Errorf("only %d objects", n)
			}
			for _, name := range strings.Fields(c.types) {
				if types["R_ARM_"+name] == 0 {
					t.Errorf("no R_ARM_%s", name)
				}
			}
		})
	}
}

// linkedA32 is what ld.lld made of objects at the addresses where ours has them.
type linkedA32 struct {
	sections  map[uint64][]byte
	got       uint64 // _GLOBAL_OFFSET_TABLE_
	slots     []byte // at slotsAt
	functions map[string]uint64
}

// indexAt is where ld.lld's index table is.
const indexAt = 0x19400000

// index reports whether a section is an index of exception tables: ld.lld makes one
// of all.
func index(s rtdyld.LoadedSection) bool { return strings.HasPrefix(s.Name, ".ARM.exidx") }

// linkA32 has ld.lld link the objects. Names outside are functions at the addresses
// in names.
func linkA32(t *testing.T, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object, names map[string]uint64) linkedA32 {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	args := []string{"-m", "armelf_linux_eabi", "-O0", "--no-relax", "-o", out, "-T", filepath.Join(dir, "script"), "--no-check-sections", "--no-merge-exidx-entries", "-z", "norelro", "-z", "max-page-size=4096", "--entry=0"}
	var script, outside strings.Builder
	outputs := gatherOutputs(imgs, objs)
	script.WriteString("SECTIONS {\n")
	for i, o := range objs {
		file := fmt.Sprintf("m%05d.o", i)
		if err := os.WriteFile(filepath.Join(dir, file), imgs[i].Buffer.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, file))
		for _, s := range o.Sections() {
			if comparable(s) && !index(s) && !outputs.has(s) {
				fmt.Fprintf(&script, "  .s%d_%d %#x : { KEEP(*%s(%s)) }\n", i, s.ID, s.Addr, file, s.Name)
			}
		}
	}
	script.WriteString(outputs.script())
	fmt.Fprintf(&script, "  .got %#x : { *(.got) *(.got.plt) }\n  .plt 0x18800000 : { *(.plt) *(.plt.got) *(.iplt) }\n  .eh_frame 0x19000000 : { *(.eh_frame) }\n"+
		"  .ARM.exidx %#x : { *(.ARM.exidx*) }\n  .tdata 0x19800000 : { *(.tdata .tdata.*) }\n  .tbss : { *(.tbss .tbss.*) }\n  .bss 0x1a000000 : { *(COMMON) }\n  /DISCARD/ : { *(.note.*) *(.comment) }\n}\n", slotsAt, indexAt)
	for n, a := range names {
		fmt.Fprintf(&outside, ".globl \"%s\"\n.type \"%s\",%%function\n\"%s\" = %#x\n", n, n, n, a)
	}
	for name, text := range map[string]string{"script": script.String(), "outside.s": outside.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	object := filepath.Join(dir, "outside.o")
	if text, err := exec.Command("llvm-mc-14", "-triple=armv7-linux-gnueabihf", "-filetype=obj", "-o", object, filepath.Join(dir, "outside.s")).CombinedOutput(); err != nil {
		t.Fatalf("llvm-mc-14: %v\n%.4000s", err, text)
	}
	if text, err := exec.Command("ld.lld", append(args, object)...).CombinedOutput(); err != nil {
		t.Fatalf("ld.lld: %v\n%.4000s", err, text)
	}
	f, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := linkedA32{sections: map[uint64][]byte{}, functions: map[string]uint64{}}
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
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC {
			l.functions[s.Name] = s.Value
		}
	}
	return l
}

// jumpTarget decodes an unconditional jump at p.
func jumpTarget(typ string, b []byte, p uint64) uint64 {
	if typ == "JUMP24" {
		return p + 8 + uint64(int64(int32(binary.LittleEndian.Uint32(b)<<8))>>6)
	}
	hi, lo := uint64(binary.LittleEndian.Uint16(b)), uint64(binary.LittleEndian.Uint16(b[2:]))
	s, j1, j2 := hi>>10&1, lo>>13&1, lo>>11&1
	d := hi&0x3ff<<12 | lo&0x7ff<<1
	return p + 4 + d - s<<24 + (1^j1^s)<<23 + (1^j2^s)<<22
}

// countsA32 is what was compared.
type countsA32 struct{ bytes, relocs, slots, calls, stubs, threads, indirect, weak int }

// compareA32 compares an object's sections. The table of slots is elsewhere, which
// the fields relative to it show: they are brought to ours, and what the slots that
// they name hold is compared instead. Thread-locals, indirect functions and branches
// to weak names that nobody defines are each linker's own affair.
func compareA32(t *testing.T, o *rtdyld.Object, want linkedA32, indirect, undefined map[string]bool, n *countsA32) {
	t.Helper()
	img := o.Image()
	table := rtdyld.Relocations(img)
	var base, stubsAt uint64
	var slots, stubs []byte
	for _, s := range o.Sections() {
		switch s.Name {
		case "<got>":
			base, slots = s.Addr, s.Mem
		case "<stubs>":
			stubsAt, stubs = s.Addr, s.Mem
		}
	}
	le := binary.LittleEndian
	for _, s := range o.Sections() {
		if !comparable(s) || index(s) || img.Sections[s.ID].Data == nil {
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
			off, typ, name := r.Offset, strings.TrimPrefix(table.Name(r.Type), "R_ARM_"), img.SymbolName(r.Sym)
			branch := strings.Contains(typ, "CALL") || strings.Contains(typ, "JUMP")
			skip := func(count *int) {
				clear(got[off : off+4])
				clear(ref[off : off+4])
				*count++
			}
			switch {
			case typ == "NONE" || typ == "V4BX":
			case strings.HasPrefix(typ, "TLS_"):
				skip(&n.threads)
			case img.Symbols[r.Sym].Type == objfmt.SymIFunc || indirect[name]:
				skip(&n.indirect)
			case branch && undefined[name]:
				skip(&n.weak)
			case own[name], strings.HasPrefix(typ, "THM_MOV") && name == "_GLOBAL_OFFSET_TABLE_":
				skip(new(int))
			case strings.HasSuffix(typ, "JUMP24") && !bytes.Equal(got[off:off+4], ref[off:off+4]):
				// Only through a stub: a jump does not change the instruction set.
				i := jumpTarget(typ, got[off:], s.Addr+off) - stubsAt
				if i%12 != map[string]uint64{"JUMP24": 4, "THM_JUMP24": 0}[typ] || i >= uint64(len(stubs)) {
					t.Errorf("%s: %s+%#x: %s to %s: differs from ld.lld's and goes to no stub", o.Name(), s.Name, off, typ, name)
				} else if a, b := le.Uint32(stubs[i/12*12+8:]), want.functions[name]; uint64(a) != b || b == 0 || (a&1 != 0) == (typ == "THM_JUMP24") {
					t.Errorf("%s: %s+%#x: %s to %s: stub for %#x, want %#x of the other instruction set", o.Name(), s.Name, off, typ, name, a, b)
				}
				skip(&n.stubs)
			case typ == "BASE_PREL":
				le.PutUint32(ref[off:], le.Uint32(ref[off:])-uint32(want.got)+uint32(base))
				n.relocs++
			case typ == "GOTOFF32":
				le.PutUint32(ref[off:], le.Uint32(ref[off:])+uint32(want.got)-uint32(base))
				n.relocs++
			case typ == "GOT_BREL", typ == "GOT_PREL", typ == "TARGET2":
				ours, theirs := le.Uint32(got[off:])-le.Uint32(file[off:]), le.Uint32(ref[off:])-le.Uint32(file[off:])
				if typ == "GOT_BREL" {
					theirs += uint32(want.got) - slotsAt
				} else {
					p := uint32(s.Addr + off)
					ours, theirs = ours+p-uint32(base), theirs+p-slotsAt
				}
				if uint64(ours)+4 > uint64(len(slots)) || uint64(theirs)+4 > uint64(len(want.slots)) {
					t.Errorf("%s: %s+%#x: %s refers to %#x of our slots, %#x of ld.lld's", o.Name(), s.Name, off, typ, ours, theirs)
				} else if a, b := le.Uint32(slots[ours:]), le.Uint32(want.slots[theirs:]); a != b {
					t.Errorf("%s: %s+%#x: %s to %s: our slot has %#x, ld.lld's %#x", o.Name(), s.Name, off, typ, name, a, b)
				}
				copy(ref[off:off+4], got[off:])
				n.slots++
			default:
				n.relocs++
				if branch {
					n.calls++
				}
			}
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

// TestStaticA32 links whole archives and compares every byte with ld.lld. A sample has each
// library of one of the two ABIs.
func TestStaticA32(t *testing.T) {
	for _, c := range []struct {
		name  string
		paths []string
		thumb uint64 // of names outside
	}{
		{"armhf libc", []string{libArmhf + "libc.a", libArmhf + "libm.a", libArmhf + "libresolv.a"}, 1},
		{"armel libc", []string{libArmel + "libc.a", libArmel + "libm.a", libArmel + "libresolv.a"}, 0},
		{"armhf libstdc++", []string{gccArmhf + "libstdc++.a", gccArmhf + "libgcc.a", gccArmhf + "libgcc_eh.a"}, 1},
		{"armel libstdc++", []string{gccArmel + "libstdc++.a", gccArmel + "libgcc.a", gccArmel + "libgcc_eh.a"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if citest.Sample() && (c.name == "armel libc" || c.name == "armhf libstdc++") {
				t.Skip("in short form for the other ABI")
			}
			paths := c.paths
			citest.Need(t, append(paths, "ld.lld", "llvm-mc-14")...)
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
			indirect, undefined, names := map[string]bool{}, map[string]bool{}, map[string]uint64{}
			for _, img := range imgs {
				defer img.Close()
				for i := range img.Symbols {
					if img.Symbols[i].Type == objfmt.SymIFunc {
						indirect[img.SymbolName(objfmt.SymbolID(i))] = true
					}
				}
			}
			next := uint64(0x10c00000) // within reach of Thumb calls
			x := new(indexes)
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &anyTLS{}, Unwinder: x, Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
				for i, ref := range refs {
					if ref.Weak {
						undefined[ref.Name] = true
						continue
					}
					next += 0x40
					names[ref.Name] = next | c.thumb
					out[i] = rtdyld.Symbol{Addr: next | c.thumb, Kind: rtdyld.Func, Found: true}
				}
				return nil
			})})
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			want := linkA32(t, imgs, objs, names)
			compareIndexA32(t, objs, x, want.sections[indexAt], indexAt)
			var n countsA32
			for _, o := range objs {
				compareA32(t, o, want, indirect, undefined, &n)
			}
			t.Logf("%d objects: %d bytes, %d relocations the same, %d of them calls and jumps, %d slots with the same address, %d jumps to the other instruction set; not compared: %d of thread-locals, %d of indirect functions, %d branches to weak names",
				len(objs), n.bytes, n.relocs, n.calls, n.slots, n.stubs, n.threads, n.indirect, n.weak)
			if n.relocs < 5000 || n.calls < 3000 || n.slots < 1000 {
				t.Errorf("only %d relocations", n.relocs)
			}
		})
	}
}

// TestRuntimeDyldA32 has llvm-rtdyld hold its own bytes against those of Layout
// RuntimeDyld: of ARM objects whose relocations it knows, each section with its stubs.
//
// What it does otherwise is a fault of its own: it knows no Thumb code and takes the
// bit for it out of every address, and of relocation types it knows nine.
func TestRuntimeDyldA32(t *testing.T) {
	citest.Need(t, "llvm-rtdyld-14", libArmel+"libc.a", gccArmel+"libstdc++.a", gccArmel+"libgcc.a")
	known := map[string]bool{}
	for _, n := range strings.Fields("NONE PC24 ABS32 CALL JUMP24 TARGET1 PREL31 MOVW_ABS_NC MOVT_ABS") {
		known["R_ARM_"+n] = true
	}
	var n struct{ objects, bytes, stubs int }
	for _, path := range []string{libArmel + "libc.a", gccArmel + "libgcc.a", gccArmel + "libstdc++.a"} {
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		tried := 0
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
			if tried < 60 && knownToLLVM(t, img, known) {
				bytes, stubs := compareRuntimeDyldA32(t, img)
				n.objects, n.bytes, n.stubs, tried = n.objects+1, n.bytes+bytes, n.stubs+stubs, tried+1
			}
			img.Close()
		}
	}
	t.Logf("%d objects: %d bytes the same, %d stubs among them", n.objects, n.bytes, n.stubs)
	if n.objects < 100 || n.stubs < 200 {
		t.Error("too few")
	}
}

// knownToLLVM reports whether an object branches, and has nothing that llvm-rtdyld 14
// does not know or that a rule cannot tell apart.
func knownToLLVM(t *testing.T, img *objfmt.ObjectImage, known map[string]bool) bool {
	t.Helper()
	calls := false
	table := rtdyld.Relocations(img)
	names := map[string]bool{}
	for i := range img.Sections {
		s := &img.Sections[i]
		if name := img.SectionName(objfmt.SectionID(i)); names[name] || s.Group != 0 || s.Flags&objfmt.SecTLS != 0 || s.Role == objfmt.RoleEHFrame {
			return false
		} else {
			names[name] = true
		}
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				t.Fatal(err)
			}
			if !known[table.Name(r.Type)] {
				return false
			}
			calls = calls || table.Rows[r.Type].Need == reloc.NeedStub
		}
	}
	for i := range img.Symbols {
		if s := &img.Symbols[i]; s.Section == objfmt.SecCommon || s.Type == objfmt.SymIFunc || s.Type == objfmt.SymFunc && s.Value&1 != 0 {
			return false
		}
	}
	return calls
}

func compareRuntimeDyldA32(t *testing.T, img *objfmt.ObjectImage) (size, stubs int) {
	t.Helper()
	args := []string{"-verify", "-triple=armv7-linux-gnueabi"}
	next := uint64(0x30000000)
	r := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld, AllSections: true, Memory: &memory{next: 0x10000000}, Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		next += 0x40
		args = append(args, fmt.Sprintf("-dummy-extern=%s=%#x", name, next))
		return rtdyld.Symbol{Addr: next, Kind: rtdyld.Func}, true
	})})
	objs, err := r.Load(t.Context(), img)
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	r.finalize()
	dir := t.TempDir()
	var rules strings.Builder
	for _, s := range objs[0].Sections() {
		if s.Kind == objfmt.KindNone || len(s.Mem) < 4 || int(s.ID) >= len(img.Sections) || s.Name == ".ARM.attributes" {
			continue
		}
		args = append(args, fmt.Sprintf("-map-section=m.o,%s=%#x", s.Name, s.Addr))
		for i := 0; i+4 <= len(s.Mem); i += 4 {
			fmt.Fprintf(&rules, "# rtdyld-check: *{4}(section_addr(m.o, %s) + %d) = %#x\n", s.Name, i, binary.LittleEndian.Uint32(s.Mem[i:]))
			size += 4
		}
	}
	for _, m := range objs[0].Made() {
		if m.What == "stub" {
			stubs++
		}
	}
	for name, data := range map[string][]byte{"m.o": img.Buffer.Bytes(), "rules": []byte(rules.String())} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args = append(args, "-check="+filepath.Join(dir, "rules"), filepath.Join(dir, "m.o"))
	if out, err := exec.Command("llvm-rtdyld-14", args...).CombinedOutput(); err != nil {
		t.Errorf("%s: llvm-rtdyld-14: %v\n%.1500s", img.Name, err, out)
	}
	return size, stubs
}

// TestStaticARMNT compares the rows of COFF for Thumb, and what refers to places in code that are no functions, with lld-link.
func TestStaticARMNT(t *testing.T) {
	citest.Need(t, "lld-link", "llvm-mc-14")
	target := coffTarget{name: "armnt", triple: "thumbv7-pc-windows-msvc"}
	for name, least := range map[string]int{"rows": 25, "places": 18} { // one by one: offsets in sections count from the first object's
		t.Run(name, func(t *testing.T) {
			testStaticCOFF(t, target, least, func() []*objfmt.ObjectImage { return images(t, name+"=../coff-armnt/"+name) })
		})
	}
}
