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

// saveSources have all that an image has words for: tables of own and of foreign addresses, at even and odd places, constructors, names that
// need not be there, branches between objects.
var saveSources = []string{`
extern int puts(const char *), printf(const char *, ...), maybe(int) __attribute__((weak));
extern char environ_like[];
int twice(int);
static int own(int x) { return x + 1; }
int (*const table[])(int) = {own, twice, 0, own};
const char *const texts[] = {"one", "two", "three"};
void *const outside[] = {(void *)puts, 0, environ_like + 40};
struct __attribute__((packed)) odd { char c; int (*f)(int); void *p; } odds[3] = {{1, twice, 0}, {2, own, environ_like - 8}};
void *data[300] = {[7] = data, [70] = &data[71], [290] = (void *)texts};
volatile int zero[100], count;
static __attribute__((constructor)) void begin(void) { count += table[0](40); }
static __attribute__((destructor)) void end(void) { count--; }
int run(int x) { puts(texts[x]); return maybe ? maybe(x) : twice(x) + table[0](x) + odds[1].f(2) + zero[x] + count; }
`, `
extern int printf(const char *, ...);
extern volatile int zero[], count;
__attribute__((visibility("hidden"))) int hidden(int x) { return x * 3; }
__attribute__((weak)) int twice(int x) { return 2 * x + zero[1]; }
int shout(int x) { return printf("%d\n", hidden(x)); }
static __attribute__((constructor(200))) void first(void) { count = twice(0); }
extern __thread int theirs;
__thread long mine = 5, other[3];
__thread void *there = &count;
static __thread char local;
char *where(int x) { return x ? (char *)&theirs : (char *)&mine + other[1] + local++; }
`}

// compileSave compiles sources with clang.
func compileSave(t testing.TB, sources []string, args ...string) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	citest.NeedCompiler(t, "int x;", "clang", append([]string{"-c"}, args...)...)
	for i, s := range sources {
		out := filepath.Join(t.TempDir(), "a.o")
		cmd := exec.Command("clang", append(slices.Clone(args), "-O1", "-fno-stack-protector", "-c", "-x", "c", "-", "-o", out)...)
		cmd.Stdin = strings.NewReader(s)
		if b, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		imgs = append(imgs, parse(t, fmt.Sprintf("%c.o", 'a'+i), data))
	}
	return imgs
}

// saved is an image of objects that are loaded for it.
func saved(t testing.TB, cfg rtdyld.SaveConfig, imgs ...*objfmt.ObjectImage) ([]byte, error) {
	t.Helper()
	return savedWith(t, nil, cfg, imgs...)
}

// savedWith is saved where a resolver knows some names.
func savedWith(t testing.TB, r rtdyld.Resolver, cfg rtdyld.SaveConfig, imgs ...*objfmt.ObjectImage) ([]byte, error) {
	t.Helper()
	l := newRig(t, rtdyld.Config{Memory: &memory{}, TLS: &anyTLS{}, Image: true, Resolver: r})
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = l.Save(t.Context(), &b, cfg, objs...)
	return b.Bytes(), err
}

// image is a linked image as debug/elf, and the gABI, read it.
type image struct {
	*elf.File
	mem  map[uint64][]byte // of segments, by address
	dyn  map[elf.DynTag]uint64
	syms []elf.Symbol // of .dynsym

	threads []string // relocations for thread-locals
}

func readImage(t testing.TB, data []byte) *image {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	m := &image{File: f, mem: map[uint64][]byte{}, dyn: map[elf.DynTag]uint64{}}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			b := make([]byte, p.Memsz)
			if _, err := p.ReadAt(b[:p.Filesz], 0); err != nil && p.Filesz > 0 {
				t.Fatal(err)
			}
			m.mem[p.Vaddr] = b
		}
		if p.Type == elf.PT_DYNAMIC {
			for b := data[p.Off:][:p.Filesz]; len(b) > 0; b = b[16:] {
				m.dyn[elf.DynTag(f.ByteOrder.Uint64(b))] = f.ByteOrder.Uint64(b[8:])
			}
		}
	}
	if m.syms, err = f.DynamicSymbols(); err != nil {
		t.Fatal(err)
	}
	return m
}

// at is the memory from an address on.
func (m *image) at(t testing.TB, addr uint64) []byte {
	t.Helper()
	for start, b := range m.mem {
		if addr-start < uint64(len(b)) {
			return b[addr-start:]
		}
	}
	t.Fatalf("%#x is in no segment", addr)
	return nil
}

// threadTypes are the types of relocations for modules, offsets in them and offsets from the thread pointer.
var threadTypes = map[elf.Machine][]uint32{elf.EM_X86_64: {16, 17, 18}, elf.EM_AARCH64: {1028, 1029, 1030}}

// relocate does what a dynamic linker does, at another base, with imports at made-up addresses.
func (m *image) relocate(t testing.TB, bias uint64, imports func(name string) uint64) {
	t.Helper()
	o := m.ByteOrder
	add := func(addr uint64) { b := m.at(t, addr); o.PutUint64(b, o.Uint64(b)+bias) }
	const dtRelr, dtRelrSize = 36, 35 // which debug/elf of this Go may not name
	where := uint64(0)
	for b := m.table(t, dtRelr, dtRelrSize); len(b) > 0; b = b[8:] {
		if e := o.Uint64(b); e&1 == 0 {
			add(e)
			where = e + 8
		} else {
			for i := range uint64(63) {
				if e>>(i+1)&1 != 0 {
					add(where + 8*i)
				}
			}
			where += 63 * 8
		}
	}
	relative, words := map[elf.Machine]uint32{elf.EM_X86_64: 8, elf.EM_AARCH64: 1027}[m.Machine], map[elf.Machine][]uint32{elf.EM_X86_64: {1, 6}, elf.EM_AARCH64: {257, 1025}}[m.Machine]
	for b := m.table(t, elf.DT_RELA, elf.DT_RELASZ); len(b) > 0; b = b[24:] {
		at, info, addend := o.Uint64(b), o.Uint64(b[8:]), o.Uint64(b[16:])
		switch kind := uint32(info); {
		case kind == relative:
			if got := o.Uint64(m.at(t, at)); got != addend {
				t.Errorf("the file has %#x where the addend is %#x", got, addend)
			}
			o.PutUint64(m.at(t, at), addend+bias)
		case slices.Contains(words, kind):
			o.PutUint64(m.at(t, at), imports(m.syms[info>>32-1].Name)+addend)
		case slices.Contains(threadTypes[m.Machine], kind):
			name := ""
			if info>>32 != 0 {
				name = m.syms[info>>32-1].Name
			}
			m.threads = append(m.threads, fmt.Sprintf("%#x %d %s+%d", at-m.Progs[0].Vaddr, kind, name, addend))
		case kind == map[elf.Machine]uint32{elf.EM_X86_64: 5, elf.EM_AARCH64: 1024}[m.Machine]: // a copy
		default:
			t.Fatalf("relocation type %d", kind)
		}
	}
}

// table is what two entries of .dynamic say where it is.
func (m *image) table(t testing.TB, start, size elf.DynTag) []byte {
	if m.dyn[size] == 0 {
		return nil
	}
	return bytes.Clone(m.at(t, m.dyn[start])[:m.dyn[size]])
}

// sameElsewhere compares an image that was relocated to another base with one that was linked for it.
func sameElsewhere(t *testing.T, here, there []byte) {
	t.Helper()
	a, b := readImage(t, here), readImage(t, there)
	imports := func(name string) uint64 { return 0x7000_0000_0000 + uint64(len(name))<<20 + uint64(name[0])<<4 }
	bias := b.Progs[0].Vaddr - a.Progs[0].Vaddr
	a.relocate(t, bias, imports)
	b.relocate(t, 0, imports)
	dynamic := a.dyn
	for i, p := range a.Progs {
		if p.Type != elf.PT_LOAD || i == 0 { // the first has addresses of tables, which loaders count from the base
			continue
		}
		x, y := a.mem[p.Vaddr], b.mem[p.Vaddr+bias]
		if start := a.Section(".dynamic").Addr - p.Vaddr; start < uint64(len(x)) {
			clear(x[start:][:a.Section(".dynamic").Size])
			clear(y[start:][:a.Section(".dynamic").Size])
		}
		if !bytes.Equal(x, y) {
			t.Errorf("segment %d at %#x differs from that of a link at %#x", i, p.Vaddr, p.Vaddr+bias)
		}
	}
	if !slices.Equal(a.threads, b.threads) {
		t.Errorf("relocations for thread-locals %v and %v", a.threads, b.threads)
	}
	if len(dynamic) == 0 || len(a.syms) == 0 || len(a.syms) != len(b.syms) {
		t.Errorf("%d entries in .dynamic, %d and %d symbols", len(dynamic), len(a.syms), len(b.syms))
	}
}

// saveTargets are what images are made for, and how clang compiles position-independent code for it.
var saveTargets = []struct {
	name string
	args []string
}{
	{"amd64", []string{"-target", "x86_64-linux-gnu", "-fPIC"}},
	{"arm64", []string{"-target", "aarch64-linux-gnu", "-fPIC"}},
}

// TestSave: an image that is relocated to another base as the gABI says has the bytes of one that is linked for that base; the same objects
// give the same file; debug/elf finds all names, and nothing is left that no loader would write.
func TestSave(t *testing.T) {
	for _, target := range saveTargets {
		t.Run(target.name, func(t *testing.T) {
			imgs := compileSave(t, saveSources, target.args...)
			here, err := saved(t, rtdyld.SaveConfig{Name: "libdemo.so"}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			again, err := saved(t, rtdyld.SaveConfig{Name: "libdemo.so"}, imgs...)
			if err != nil || !bytes.Equal(here, again) {
				t.Errorf("the same objects give another file (%v)", err)
			}
			there, err := saved(t, rtdyld.SaveConfig{Base: 0x1234_5670_0000}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			sameElsewhere(t, here, there)
			m := readImage(t, here)
			if i := slices.IndexFunc(m.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_TLS }); i < 0 || m.Progs[i].Memsz != 16+24+1 || m.Progs[i].Filesz != 16 || m.at(t, m.Progs[i].Vaddr)[0] != 5 {
				t.Errorf("the template of thread-locals is not 16 of 41 bytes that begin with 5")
			}
			defined, undefined := map[string]elf.Symbol{}, map[string]elf.Symbol{}
			for _, s := range m.syms {
				if s.Section == elf.SHN_UNDEF {
					undefined[s.Name] = s
				} else {
					defined[s.Name] = s
				}
			}
			for _, name := range []string{"run", "shout", "twice", "table", "zero", "data"} {
				if _, ok := defined[name]; !ok {
					t.Errorf("%s is not defined", name)
				}
			}
			if _, ok := defined["hidden"]; ok {
				t.Error("a hidden name is seen by others")
			}
			for name, bind := range map[string]elf.SymBind{"puts": elf.STB_GLOBAL, "printf": elf.STB_GLOBAL, "environ_like": elf.STB_GLOBAL, "maybe": elf.STB_WEAK, "theirs": elf.STB_GLOBAL} {
				if s, ok := undefined[name]; !ok || elf.ST_BIND(s.Info) != bind {
					t.Errorf("import %s: %v, %+v", name, ok, s)
				}
			}
			delete(undefined, "__tls_get_addr") // arm64 has descriptors
			if len(undefined) != 5 || m.dyn[elf.DT_INIT_ARRAYSZ] != 16 || m.dyn[elf.DT_FINI_ARRAYSZ] != 8 {
				t.Errorf("imports %v, %d bytes of constructors, %d of destructors", undefined, m.dyn[elf.DT_INIT_ARRAYSZ], m.dyn[elf.DT_FINI_ARRAYSZ])
			}
			init := m.at(t, m.dyn[elf.DT_INIT_ARRAY])
			if first, at := m.ByteOrder.Uint64(init), m.local(t, "first"); first != at {
				t.Errorf("the first constructor is at %#x, not %#x: that of priority 200", first, at)
			}
			if soname, err := m.DynString(elf.DT_SONAME); err != nil || len(soname) != 1 || soname[0] != "libdemo.so" {
				t.Errorf("DT_SONAME: %v, %v", soname, err)
			}
		})
	}
}

// local is the address of a local symbol.
func (m *image) local(t testing.TB, name string) uint64 {
	syms, err := m.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(syms, func(s elf.Symbol) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no symbol %s", name)
	}
	return syms[i].Value
}

// members are all objects of an archive.
func members(t testing.TB, path string) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(m)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		imgs = append(imgs, img)
	}
	return imgs
}

// TestNotSavable: what cannot be saved is named.
func TestNotSavable(t *testing.T) {
	amd64 := []string{"-target", "x86_64-linux-gnu"}
	for _, c := range []struct {
		name, source, text string
		args               []string
	}{
		{"absolute 32-bit address", `int x[4]; int f(long i) { return x[i]; }`, "a.o: .text+", append(amd64, "-fno-pic")},
		{"64-bit address in code", `int x[4]; int f(long i) { return x[i]; }`, "an absolute address in code", append(amd64, "-fno-pic", "-mcmodel=large")},
		{"import in code", `extern int x[4]; int f(long i) { return x[i]; }`, "the address of an import in code", append(amd64, "-fno-pic", "-mcmodel=large")},
		{"direct reference to an import", `extern int x[4]; int f(long i) { return x[i]; }`, "a.o: x: cannot be saved: code refers to it directly, and nothing says", append(amd64, "-fno-pic")},
		{"direct reference to what may be nowhere", `extern int x __attribute__((weak)); int *f(void) { return &x; }`, "a.o: x: cannot be saved: code refers to it directly, and it may be nowhere", append(amd64, "-fno-pic")},
		{"thread-local at an offset in code", `__thread int x; int f(void) { return x; }`, "it does not reach everywhere, as code that is compiled with -fPIC does", append(amd64, "-fno-pic")},
		{"own address in unwind information", `__asm__(".cfi_startproc\n.cfi_personality 0, own\n nop\n.cfi_endproc\nown: ret");`, "a.o: .eh_frame+0x12: R_X86_64_64 .text: cannot be saved: unwind information has an absolute address", amd64},
		{"address of an import in unwind information", `__asm__(".cfi_startproc\n.cfi_personality 0, theirs\n nop\n.cfi_endproc");`, "R_X86_64_64 theirs: cannot be saved: unwind information has an absolute address", amd64},
		{"other processor", `int f(void) { return 1; }`, "there are no images for", []string{"-target", "riscv64-linux-gnu"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := saved(t, rtdyld.SaveConfig{}, compileSave(t, []string{c.source}, c.args...)...)
			var e *rtdyld.NotSavableError
			if !errors.As(err, &e) || !errors.Is(err, rtdyld.ErrNotSavable) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v, want %q", err, c.text)
			}
		})
	}
}

// TestSaveLater: objects are what they were after Save, and what cannot be saved for how the linker is used is refused.
func TestSaveLater(t *testing.T) {
	imgs := compileSave(t, saveSources, saveTargets[0].args...)
	ctx := t.Context()
	mem := &openMemory{memory: memory{next: 0x5000_0000}}
	outside := uint64(0x5600_0000)
	names := rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: outside, Kind: rtdyld.Func}, name != "maybe" && name != "printf" && name != "theirs"
	})
	l, err := rtdyld.New(rtdyld.Config{Memory: mem, TLS: &anyTLS{}, Image: true, Resolver: names})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	run := func() uint64 { s, _ := l.Lookup("run"); return s.Addr }
	before := run()
	var b bytes.Buffer
	if err := l.Save(ctx, &b, rtdyld.SaveConfig{}, objs...); err != nil {
		t.Fatal(err)
	}
	if after := run(); before != after || before>>32 != 0 {
		t.Errorf("run is at %#x, was at %#x", after, before)
	}
	if err := l.Save(ctx, &b, rtdyld.SaveConfig{KnownOnly: true}, objs...); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("a name that the resolver does not know: %v", err)
	}
	if err := l.Save(ctx, &b, rtdyld.SaveConfig{}, objs[0]); !errors.Is(err, rtdyld.ErrNotSavable) || !strings.Contains(err.Error(), "b.o, which is not saved with it") {
		t.Errorf("an object without one that it refers to: %v", err)
	}
	if err := l.Resolve(ctx, objs...); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("Resolve after Save: %v, want printf to be undefined", err)
	}
	one, err := l.Load(ctx, compileSave(t, []string{"extern int environ_like; void *p = &environ_like;"}, saveTargets[0].args...)...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(ctx, one...); err != nil {
		t.Fatal(err)
	}
	p, _ := l.Lookup("p")
	if got := binary.LittleEndian.Uint64(mem.at(t, p.Addr, 8)); got != outside {
		t.Errorf("p holds %#x, want %#x", got, outside)
	}
	if err := l.Save(ctx, &b, rtdyld.SaveConfig{}, one...); !errors.Is(err, rtdyld.ErrNotSavable) || !strings.Contains(err.Error(), "it is finalized") {
		t.Errorf("a finalized object: %v", err)
	}
	if err := newRig(t, rtdyld.Config{}).Save(ctx, &b, rtdyld.SaveConfig{}); !errors.Is(err, rtdyld.ErrNotSavable) {
		t.Errorf("a linker without Config.Image: %v", err)
	}
}

// TestSaveFormats: objects of COFF and Mach-O are saved as those of ELF.
func TestSaveFormats(t *testing.T) {
	source := []string{`
extern int puts(const char *);
extern int twice(int);
static int own(int x) { return x + 1; }
int (*const table[])(int) = {own, twice, 0, own};
const char *const texts[] = {"one", "two", "three"};
void *const outside[] = {(void *)puts, 0};
void *data[300] = {[7] = data, [70] = &data[71], [290] = (void *)texts};
int zero[100];
int run(int x) { puts(texts[x]); return twice(x) + table[0](x) + zero[x]; }
`, `
extern int zero[];
int twice(int x) { return 2 * x + zero[1]; }
`}
	for _, target := range []struct{ name, triple, names string }{
		{"coff-amd64", "x86_64-pc-windows-msvc", "run data zero"},
		{"coff-arm64", "aarch64-pc-windows-msvc", "run data zero"},
		{"macho-amd64", "x86_64-apple-macos11", "_run _data _zero"},
		{"macho-arm64", "arm64-apple-macos11", "_run _data _zero"},
	} {
		t.Run(target.name, func(t *testing.T) {
			imgs := compileSave(t, source, "-target", target.triple)
			puts := rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
				return rtdyld.Symbol{Addr: 0x1000, Kind: rtdyld.Func}, strings.TrimPrefix(name, "_") == "puts"
			})
			here, err := savedWith(t, puts, rtdyld.SaveConfig{}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			there, err := savedWith(t, puts, rtdyld.SaveConfig{Base: 0x1234_5670_0000}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			sameElsewhere(t, here, there)
			for name := range strings.FieldsSeq(target.names) {
				if !slices.ContainsFunc(readImage(t, here).syms, func(s elf.Symbol) bool { return s.Name == name && s.Section != elf.SHN_UNDEF }) {
					t.Errorf("%s is not defined", name)
				}
			}
		})
	}
}

// TestSaveDirect: data that code refers to directly is copied into the image, functions have a stub there whose address is theirs.
func TestSaveDirect(t *testing.T) {
	imgs := compileSave(t, []string{`
extern char table[40];
extern int callback(int);
int (*const kept)(int) = callback;
int get(int i) { return table[i]; }
int (*address(void))(int) { return callback; }
`}, "-target", "x86_64-linux-gnu", "-fPIE", "-fno-plt", "-fdirect-access-external-data")
	known := rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		if name == "table" {
			return rtdyld.Symbol{Addr: 0x2000, Size: 40, Kind: rtdyld.Data}, true
		}
		return rtdyld.Symbol{Addr: 0x1000, Kind: rtdyld.Func}, true
	})
	data, err := savedWith(t, known, rtdyld.SaveConfig{}, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	there, err := savedWith(t, known, rtdyld.SaveConfig{Base: 0x1234_5670_0000}, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	sameElsewhere(t, data, there)
	m := readImage(t, data)
	var copies []string
	for b := m.table(t, elf.DT_RELA, elf.DT_RELASZ); len(b) > 0; b = b[24:] {
		info := m.ByteOrder.Uint64(b[8:])
		s := m.syms[info>>32-1]
		if uint32(info) == uint32(elf.R_X86_64_COPY) {
			copies = append(copies, fmt.Sprint(s.Name, s.Size))
			if at := m.ByteOrder.Uint64(b); at < m.Section(".bss").Addr || at+s.Size > m.Section(".bss").Addr+m.Section(".bss").Size {
				t.Errorf("the copy is at %#x, outside .bss", at)
			}
		}
	}
	if !slices.Equal(copies, []string{"table40"}) {
		t.Errorf("copies %v, want one of table", copies)
	}
}

// TestSaveFixed: code with addresses in it, of 32 and of 64 bits, is bound to the base on request; those of imports are not to be in it even so.
func TestSaveFixed(t *testing.T) {
	for _, c := range []struct{ model string }{{"small"}, {"large"}} {
		imgs := compileSave(t, []string{`int x[4] = {1, 2, 3}; int *const p = x; int f(long i) { return x[i]; }`}, "-target", "x86_64-linux-gnu", "-fno-pic", "-mcmodel="+c.model)
		if _, err := saved(t, rtdyld.SaveConfig{Base: 0x1000_0000}, imgs...); !errors.Is(err, rtdyld.ErrNotSavable) {
			t.Errorf("%s: not fixed: %v", c.model, err)
		}
		data, err := saved(t, rtdyld.SaveConfig{Base: 0x1000_0000, Fixed: true}, imgs...)
		if err != nil {
			t.Errorf("%s: %v", c.model, err)
			continue
		}
		m := readImage(t, data)
		var x, p elf.Symbol
		for _, s := range m.syms {
			switch s.Name {
			case "x":
				x = s
			case "p":
				p = s
			}
		}
		at := make([]byte, 4)
		m.ByteOrder.PutUint32(at, uint32(x.Value))
		text, err := m.Section(".text").Data()
		if err != nil || !bytes.Contains(text, at) || m.ByteOrder.Uint64(m.at(t, p.Value)) != x.Value || m.Type != elf.ET_EXEC || m.dyn[35] != 0 {
			t.Errorf("%s: code % x (%v) has no address %#x, or p does not hold it, or the file is %v", c.model, text, err, x.Value, m.Type)
		}
		buf := objfmt.NewBuffer("fixed", data)
		defer buf.Close()
		img, err := rtdyld.ReadImage(buf, rtdyld.ImageConfig{})
		if err != nil {
			t.Errorf("%s: %v", c.model, err)
			continue
		}
		if !img.Fixed() {
			t.Errorf("%s: the image is not said to be fixed", c.model)
		}
		img.Close()
	}
	_, err := saved(t, rtdyld.SaveConfig{Fixed: true}, compileSave(t, []string{`extern int x[4]; int f(long i) { return x[i]; }`}, "-target", "x86_64-linux-gnu", "-fno-pic", "-mcmodel=large")...)
	if !errors.Is(err, rtdyld.ErrNotSavable) || !strings.Contains(err.Error(), "the address of an import in code") {
		t.Errorf("an import in code: %v", err)
	}
}
