package rtdyld_test

import (
	"bytes"
	"debug/macho"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// machoSource makes a compiler use every type of relocation that it knows.
const machoSource = `
extern int ext(int), other(int, ...);
extern int var, big[100];
extern const char *const *list;
int own = 5, zeros[300], com[10];
static int hidden[4] = {1, 2, 3, 4};
static char small; static short half; static long wide;
int *ptr = &hidden[2], *far = &big[99];
int (*table[])(int) = {ext, 0, ext};
const char *const names[] = {"one", "two", "three", "a longer text with more in it"};
__thread int tls = 7;
double real(double x) { return x * 3.25 + 1.5 / (x - 0.125) + (float)x * 2.5f; }
__attribute__((noinline)) static int inner(int x) { return ext(x) * own + hidden[x & 3]; }
int call(int x) { small = 1; half = 2; wide = 3; zeros[7] = 123456; var = 1; big[3] = 77777; own = 12; return inner(x + var) + tls + com[x & 7]; }
int jump(int x) {
	switch (x) {
	case 0: return other(1, names[0]); case 1: return other(2); case 2: return x * 3; case 3: return inner(2) + 9;
	case 4: return ext(4); case 5: return 77; case 6: return table[x](x); case 7: return big[x]; default: return 0;
	}
}
int (*address(int x))(int) { return x > 1 ? ext : x ? inner : call; }
const char *text(int x) { return x ? names[x] : list[x]; }
void compare(void) { if (&var == far) ext(1); if (ptr == &own && table[0] != ext) call(jump(3)); }
int sum(int n, ...) { __builtin_va_list v; __builtin_va_start(v, n); int s = 0; while (n--) s += __builtin_va_arg(v, int); __builtin_va_end(v); return s + (int)real(s); }
__attribute__((constructor)) static void init(void) { own = ext(own); }
__asm__(".data\n_gap: .long _call-_gap\n.quad _gap-_jump+5\n.quad _var+0x1000\n.text\n_more: pushq _var@GOTPCREL(%rip)\ncmpq _own@GOTPCREL(%rip), %rax\nmovb $1, _own(%rip)\nmovw $1, _own(%rip)\nmovl $1, _own(%rip)\nret\n");
`

// linkMachO has ld64.lld link an object with names at addresses.
func linkMachO(t *testing.T, dir, object string, names map[string]uint64) *macho.File {
	t.Helper()
	var src strings.Builder
	for n, a := range names {
		fmt.Fprintf(&src, ".globl %s\n%[1]s = %#x\n", n, a)
	}
	src.WriteString(".subsections_via_symbols\n")
	out := filepath.Join(dir, "out")
	if err := os.WriteFile(filepath.Join(dir, "names.s"), []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"llvm-mc-14", "-triple=x86_64-apple-macosx10.15", "-filetype=obj", "-o", filepath.Join(dir, "names.o"), filepath.Join(dir, "names.s")},
		{"ld64.lld-14", "-arch", "x86_64", "-platform_version", "macos", "10.15", "10.15", "-dylib", "-no_data_const", "-no_function_starts", "-o", out, object, filepath.Join(dir, "names.o")},
	} {
		if text, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%.4000s", args[0], err, text)
		}
	}
	f, err := macho.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestStaticMachO compares what clang makes at several levels with ld64.lld, at the
// addresses that it chose.
func TestStaticMachO(t *testing.T) {
	citest.Need(t, "clang-14", "ld64.lld-14", "llvm-mc-14")
	total, types := 0, map[string]int{}
	for _, options := range []string{"-O0", "-O1", "-O2", "-Os", "-O2 -mcmodel=large", "-O2 -fno-pic", "-O2 -fno-common -fno-jump-tables", "-O1 -fno-inline"} {
		t.Run(options, func(t *testing.T) { total += testStaticMachO(t, options, types) })
	}
	t.Logf("%d relocations the same: %v", total, types)
	for _, name := range []string{
		"X86_64_RELOC_UNSIGNED", "X86_64_RELOC_SIGNED", "X86_64_RELOC_SIGNED_1", "X86_64_RELOC_SIGNED_2", "X86_64_RELOC_SIGNED_4",
		"X86_64_RELOC_BRANCH", "X86_64_RELOC_GOT_LOAD", "X86_64_RELOC_GOT", "X86_64_RELOC_TLV", "X86_64_RELOC_SUBTRACTOR", "X86_64_RELOC_SUBTRACTOR (4 bytes)",
	} {
		if types[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}

func testStaticMachO(t *testing.T, options string, types map[string]int) (relocs int) {
	dir := t.TempDir()
	object := filepath.Join(dir, "in.o")
	args := append([]string{"-target", "x86_64-apple-macosx10.15", "-c", "-o", object}, strings.Fields(options)...)
	cmd := exec.Command("clang-14", append(args, "-x", "c", "-")...)
	cmd.Stdin = strings.NewReader(machoSource)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("clang-14: %v\n%s", err, text)
	}
	data, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	in, err := macho.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	img := parse(t, "in.o", data)
	names := map[string]uint64{}
	for i := range img.Symbols {
		if s := &img.Symbols[i]; s.Section == objfmt.SecUndef && s.Bind != objfmt.BindLocal {
			names[img.SymbolName(objfmt.SymbolID(i))] = 0x30000000 + 0x40*uint64(len(names))
		}
	}
	want := linkMachO(t, dir, object, names)
	section := func(seg, name string) *macho.Section {
		for _, s := range want.Sections {
			if s.Seg == seg && s.Name == name {
				return s
			}
		}
		return nil
	}
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x40000000}, TLS: &anyTLS{}, Resolver: rtdyld.ResolverFunc(func(n string) (rtdyld.Symbol, bool) {
		a, ok := names[n]
		return rtdyld.Symbol{Addr: a, Kind: rtdyld.Func}, ok
	})})
	objs, err := r.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	refs := map[objfmt.SectionID]*macho.Section{}
	for _, s := range objs[0].Sections() {
		if int(s.ID) >= len(img.Sections) || len(s.Mem) == 0 {
			continue
		}
		from := in.Sections[img.Sections[s.ID].Number-1]
		to := section(from.Seg, from.Name)
		if to == nil {
			if from.Name != "__compact_unwind" {
				t.Errorf("ld64.lld has no %s,%s", from.Seg, from.Name)
			}
			continue
		}
		refs[s.ID] = to
		if err := objs[0].MapSectionAddress(s.ID, to.Addr); err != nil {
			t.Error(err)
		}
	}
	r.finalize()
	return compareMachO(t, objs[0], want, refs, types)
}

// compareMachO compares the bytes of sections. Slots are elsewhere: what they hold is
// compared.
func compareMachO(t *testing.T, o *rtdyld.Object, want *macho.File, refs map[objfmt.SectionID]*macho.Section, types map[string]int) (relocs int) {
	t.Helper()
	img := o.Image()
	table := rtdyld.Relocations(img)
	le := binary.LittleEndian
	var slots rtdyld.LoadedSection
	for _, s := range o.Sections() {
		if s.Name == "<got>" {
			slots = s
		}
	}
	var got *macho.Section
	for _, s := range want.Sections {
		if s.Name == "__got" || s.Name == "__thread_ptrs" {
			got = s
		}
	}
	for _, s := range o.Sections() {
		to := refs[s.ID]
		if to == nil || to.Flags&0xff == 1 || strings.HasPrefix(to.Name, "__thread") || to.Name == "__eh_frame" { // no contents; another linker's own way with thread-locals and frames
			continue
		}
		ref, err := to.Data()
		if err != nil {
			t.Fatal(err)
		}
		ours := bytes.Clone(s.Mem)
		if len(ref) < len(ours) {
			t.Errorf("ld64.lld's %s has %d bytes, ours %d", s.Name, len(ref), len(ours))
			continue
		}
		for rel, err := range img.Relocs(s.ID) {
			if err != nil {
				t.Fatal(err)
			}
			relocs++
			typ := table.Name(rel.Type)
			types[typ]++
			if !strings.HasPrefix(typ, "X86_64_RELOC_GOT") && typ != "X86_64_RELOC_TLV" || ref[rel.Offset-2] == 0x8d {
				continue
			}
			// A load from a slot, which ours may have made the computation of an address.
			end := s.Addr + rel.Offset + 4
			x := end + uint64(int64(int32(le.Uint32(ours[rel.Offset:]))))
			if ours[rel.Offset-2] == 0x8d {
				ours[rel.Offset-2] = 0x8b
			} else if a := x - slots.Addr; a+8 > uint64(len(slots.Mem)) {
				t.Errorf("%s+%#x: %s to %s: no slot of ours at %#x", s.Name, rel.Offset, typ, img.SymbolName(rel.Sym), x)
			} else {
				x = le.Uint64(slots.Mem[a:])
			}
			b := end + uint64(int64(int32(le.Uint32(ref[rel.Offset:]))))
			if got == nil || b-got.Addr+8 > got.Size {
				t.Errorf("%s+%#x: %s to %s: no slot of ld64.lld's at %#x", s.Name, rel.Offset, typ, img.SymbolName(rel.Sym), b)
				continue
			}
			all, err := got.Data()
			if err != nil {
				t.Fatal(err)
			}
			if y := le.Uint64(all[b-got.Addr:]); x != y {
				t.Errorf("%s+%#x: %s to %s: we have %#x, ld64.lld's slot %#x", s.Name, rel.Offset, typ, img.SymbolName(rel.Sym), x, y)
			}
			copy(ref[rel.Offset:rel.Offset+4], ours[rel.Offset:])
		}
		for i := range ours {
			if ours[i] != ref[i] {
				lo, hi := max(i-8, 0), min(i+8, len(ours))
				t.Errorf("%s+%#x at %#x:\n got % x\nwant % x", s.Name, i, s.Addr+uint64(i), ours[lo:hi], ref[lo:hi])
				break
			}
		}
	}
	return relocs
}
