package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// stencilSource is what copy-and-patch compilers have compiled ahead of time: constants are addresses of names.
const stencilSource = `
extern char HOLE_a, HOLE_b;
extern long CONTINUE(long *sp, long x);
extern long helper(long);
static const double half[2] = {0.5, 0.25};
double sink;
long stencil(long *sp, long x) {
	x += (long)&HOLE_a;
	if (x > (long)&HOLE_b)
		x = helper(x);
	sp[0] = x;
	sink += half[x & 1];
	return CONTINUE(sp + 1, x);
}
`

// stencilTargets are compilers of C for the targets of templates.
var stencilTargets = []struct {
	name string
	args []string
	dash bool // names begin with _
}{
	{"elf-amd64", []string{"-target", "x86_64-linux-gnu", "-fno-pic"}, false},
	{"elf-amd64-pic", []string{"-target", "x86_64-linux-gnu", "-fPIC"}, false},
	{"elf-amd64-large", []string{"-target", "x86_64-linux-gnu", "-fno-pic", "-mcmodel=medium"}, false},
	{"elf-i386", []string{"-target", "i386-linux-gnu", "-fno-pic"}, false},
	{"elf-i386-pic", []string{"-target", "i386-linux-gnu", "-fPIC"}, false},
	{"elf-arm64", []string{"-target", "aarch64-linux-gnu", "-fno-pic"}, false},
	{"elf-arm64-pic", []string{"-target", "aarch64-linux-gnu", "-fPIC"}, false},
	{"elf-arm", []string{"-target", "armv7-linux-gnueabihf", "-fno-pic"}, false},
	{"elf-riscv64", []string{"-target", "riscv64-linux-gnu", "-fno-pic", "-mno-relax"}, false},
	{"elf-riscv64-pcrel", []string{"-target", "riscv64-linux-gnu", "-fno-pic", "-mcmodel=medany", "-mno-relax"}, false},
	{"elf-s390x", []string{"-target", "s390x-linux-gnu", "-fno-pic"}, false},
	{"elf-s390x-pic", []string{"-target", "s390x-linux-gnu", "-fPIC"}, false},
	{"elf-arm-pic", []string{"-target", "armv7-linux-gnueabihf", "-fPIC"}, false},
	{"elf-riscv64-pic", []string{"-target", "riscv64-linux-gnu", "-fPIC", "-mno-relax"}, false},
	{"coff-amd64", []string{"-target", "x86_64-pc-windows-msvc"}, false},
	{"coff-arm64", []string{"-target", "aarch64-pc-windows-msvc"}, false},
	{"coff-i386", []string{"-target", "i686-pc-windows-msvc"}, true},
	{"macho-amd64", []string{"-target", "x86_64-apple-macos11"}, true},
	{"macho-arm64", []string{"-target", "arm64-apple-macos11"}, true},
}

// compileStencil compiles a source with clang.
func compileStencil(t testing.TB, source string, args ...string) []byte {
	t.Helper()
	args = append(args, "-O2", "-ffreestanding", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-exceptions", "-fno-stack-protector")
	citest.NeedCompiler(t, "int x;", "clang", append([]string{"-c"}, args...)...)
	out := filepath.Join(t.TempDir(), "stencil.o")
	cmd := exec.Command("clang", append(args, "-c", "-x", "c", "-", "-o", out)...)
	cmd.Stdin = bytes.NewReader([]byte(source))
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	// An index table of 32-bit ARM, which a template leaves out, would be in front of constants.
	if slices.Contains(args, "armv7-linux-gnueabihf") {
		citest.Need(t, "llvm-objcopy-14")
		if b, err := exec.Command("llvm-objcopy-14", "-R", ".ARM.exidx", "-R", ".rel.ARM.exidx", out).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// openMemory is memory that may be written at any time, at low addresses.
type openMemory struct {
	memory
	all []rtdyld.Block
}

type openAllocation struct{ rtdyld.Allocation }

func (openAllocation) Finalize(context.Context) error { return nil }

func (m *openMemory) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a, err := m.memory.Allocate(ctx, reqs)
	if err != nil {
		return nil, err
	}
	m.all = append(m.all, a.Blocks()...)
	return openAllocation{a}, nil
}

// at is n bytes at an address.
func (m *openMemory) at(t testing.TB, addr uint64, n int) []byte {
	t.Helper()
	for _, b := range m.all {
		if off := addr - b.Addr; off < uint64(len(b.Mem)) && off+uint64(n) <= uint64(len(b.Mem)) {
			return b.Mem[off:][:n]
		}
	}
	t.Fatalf("%d bytes at %#x are nobody's", n, addr)
	return nil
}

// TestTemplateLikeLink: instances have the bytes of a link of the object with the same values at the same addresses.
func TestTemplateLikeLink(t *testing.T) {
	for _, target := range stencilTargets {
		t.Run(target.name, func(t *testing.T) {
			img := parse(t, "stencil.o", compileStencil(t, stencilSource, target.args...))
			name := func(s string) string {
				if target.dash {
					return "_" + s
				}
				return s
			}
			ctx := t.Context()
			holes := []string{name("HOLE_a"), name("HOLE_b"), name("CONTINUE"), name("helper")}
			m := &openMemory{}
			tmpl, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: m, Open: true, Holes: holes})
			if err != nil {
				t.Fatal(err)
			}
			const n = 100
			out := make([]rtdyld.Instance, n)
			var values []uint64
			for i := range uint64(n) {
				values = append(values, 0x1_0000+i*0x1008, 0x2_0000+i*0x238, 0x20_0000+i*16, 0x21_0000+i*32)
			}
			if err := tmpl.InstantiateAll(ctx, values, out); err != nil {
				t.Fatal(err)
			}
			for i, in := range out {
				likeLink(t, img, in, m, name, holes, values[4*i:][:4])
			}
			if err := tmpl.Close(); !errors.Is(err, rtdyld.ErrInUse) {
				t.Errorf("close with instances: %v", err)
			}
			for _, in := range out {
				if err := in.Release(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if err := out[3].Release(ctx); !errors.Is(err, rtdyld.ErrUnloaded) {
				t.Errorf("released twice: %v", err)
			}
			if err := tmpl.Close(); err != nil {
				t.Error(err)
			}
			m.check(t)
		})
	}
}

// likeLink compares an instance with a link of its object.
func likeLink(t *testing.T, img *objfmt.ObjectImage, in rtdyld.Instance, m *openMemory, name func(string) string, holes []string, values []uint64) {
	t.Helper()
	// Where the instance has things, by a name that is in each kind of memory.
	where := map[objfmt.Kind]uint64{objfmt.KindCode: in.Addr()}
	where[objfmt.KindWritable], _ = in.Symbol(name("sink"))
	fresh := &memory{place: func(_ int, r rtdyld.Request) uint64 {
		if r.Kind == objfmt.KindReadOnly {
			return in.Constants()
		}
		return where[r.Kind]
	}}
	l, err := rtdyld.New(rtdyld.Config{Memory: fresh, Stubs: rtdyld.NoStubs, Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		i := slices.Index(holes, name)
		if i < 0 {
			return rtdyld.Symbol{}, false
		}
		return rtdyld.Symbol{Addr: values[i], Found: true}, true
	})})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(t.Context(), img)
	if err == nil {
		err = l.Resolve(t.Context(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range objs[0].Sections() {
		if len(s.Mem) == 0 || s.Name == "<stubs>" { // holes have none
			continue
		}
		if got := m.at(t, s.Addr, len(s.Mem)); !bytes.Equal(got, s.Mem) {
			t.Fatalf("%s at %#x:\n%x, linked\n%x", s.Name, s.Addr, got, s.Mem)
		}
	}
}

// TestTemplateErrors: what is refused, and how.
func TestTemplateErrors(t *testing.T) {
	img := parse(t, "stencil.o", compileStencil(t, stencilSource, "-target", "x86_64-linux-gnu", "-fno-pic"))
	ctx := t.Context()
	all := []string{"HOLE_a", "HOLE_b", "CONTINUE", "helper"}
	if _, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{}); err == nil {
		t.Error("a template without memory")
	}
	for _, holes := range [][]string{{"nobody"}, {"HOLE_a", "HOLE_a"}, {"stencil"}} {
		if _, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: &memory{}, Holes: holes}); !errors.Is(err, rtdyld.ErrHole) {
			t.Errorf("%v: %v", holes, err)
		}
	}
	if _, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: &memory{}, Holes: all[:2]}); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("undefined names: %v", err)
	}
	m := &memory{}
	tmpl, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: m, Holes: all})
	if err != nil {
		t.Fatal(err)
	}
	good := []uint64{1, 2, 0x20_0000, 0x21_0000}
	if _, err := tmpl.Instantiate(ctx, good[:3]...); err == nil {
		t.Error("an instance with a value less")
	}
	for i, name := range all {
		bad := slices.Clone(good)
		bad[i] = 1 << 40
		_, err := tmpl.Instantiate(ctx, bad...)
		var re *reloc.RangeError
		if !errors.As(err, &re) || re.Symbol != name || re.Object != "stencil.o" || re.Offset == 0 {
			t.Errorf("%s: %v", name, err)
		}
		m.check(t) // nothing is left
	}
	in, err := tmpl.Instantiate(ctx, good...)
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Release(ctx); err != nil {
		t.Error(err)
	}
	if err := tmpl.Close(); err != nil {
		t.Error(err)
	}
	if _, err := tmpl.Instantiate(ctx, good...); !errors.Is(err, rtdyld.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	m.check(t)
}

// TestTemplateClosedMeanwhile: memory that comes when the template is closed goes back.
func TestTemplateClosedMeanwhile(t *testing.T) {
	for _, open := range []bool{false, true} {
		var tmpl *rtdyld.Template
		m := &openMemory{memory: memory{place: func(int, rtdyld.Request) uint64 {
			if err := tmpl.Close(); err != nil {
				t.Error(err)
			}
			return 0
		}}}
		var err error
		if tmpl, err = rtdyld.NewTemplate(t.Context(), fourHoles(t), rtdyld.TemplateConfig{Memory: m, Open: open, Holes: []string{"a", "b", "c", "d"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := tmpl.Instantiate(t.Context(), 1, 2, 3, 4); !errors.Is(err, rtdyld.ErrClosed) {
			t.Errorf("open %t: %v", open, err)
		}
		m.check(t)
	}
}

// fourHoles is an object of code with four words in it, which holes fill.
func fourHoles(t testing.TB) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 200), Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "stencil", Bind: 1, Type: 2, Section: text})
	var relocs []objgen.ELFReloc
	for i, name := range []string{"a", "b", "c", "d"} {
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(24 + 40*i), Type: uint32(elf.R_X86_64_64), Sym: f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})})
	}
	f.AddRelocs(text, true, relocs)
	return parse(t, "four.o", f.Bytes())
}

// TestTemplateFlat: very many instances that come and go take no more memory than those that live at a time, allocate nothing, and
// no two that live share a byte.
func TestTemplateFlat(t *testing.T) {
	m := &openMemory{}
	ctx := t.Context()
	tmpl, err := rtdyld.NewTemplate(ctx, fourHoles(t), rtdyld.TemplateConfig{Memory: m, Open: true, Holes: []string{"a", "b", "c", "d"}})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var live []rtdyld.Instance
	marks := map[uint64]uint64{} // what a hole of an instance holds, by its address
	most := uint64(0)
	for i := range uint64(50_000) {
		if len(live) > 2000 || len(live) > 0 && rnd.IntN(2) == 0 {
			k := rnd.IntN(len(live))
			in := live[k]
			if got := binary.LittleEndian.Uint64(in.Code()[24:]); got != marks[in.Addr()] || marks[in.Addr()] == 0 {
				t.Fatalf("the instance at %#x holds %#x, not %#x", in.Addr(), got, marks[in.Addr()])
			}
			delete(marks, in.Addr())
			if err := in.Release(ctx); err != nil {
				t.Fatal(err)
			}
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		in, err := tmpl.Instantiate(ctx, i+1, i, i, i)
		if err != nil {
			t.Fatal(err)
		}
		if marks[in.Addr()] != 0 {
			t.Fatalf("two instances at %#x", in.Addr())
		}
		marks[in.Addr()] = i + 1
		live = append(live, in)
		most = max(most, m.used)
	}
	if most > 2<<20 {
		t.Errorf("%d bytes for 2,001 instances of 200 at a time", most)
	}
	if err := rtdyld.ReleaseAll(ctx, live); err != nil {
		t.Error(err)
	}
	in, err := tmpl.Instantiate(ctx, 1, 2, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		var one [1]rtdyld.Instance
		values := [4]uint64{5, 6, 7, 8}
		if err := tmpl.InstantiateAll(ctx, values[:], one[:]); err != nil {
			t.Fatal(err)
		}
		if err := rtdyld.ReleaseAll(ctx, one[:]); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations an instance", n)
	}
	if err := in.Release(ctx); err != nil {
		t.Error(err)
	}
	if err := tmpl.Close(); err != nil {
		t.Error(err)
	}
	m.check(t)
}

// TestTemplateRefused: objects with more than addresses to know are refused, and say what.
func TestTemplateRefused(t *testing.T) {
	for what, source := range map[string]string{
		"thread-locals":                       "_Thread_local long x; long *stencil(void) { return &x; }",
		"indirect functions":                  "static void *r(void) { return 0; } long f(void) __attribute__((ifunc(\"r\"))); long stencil(void) { return f(); }",
		"references to __dso_handle":          "extern char __dso_handle; char *stencil(void) { return &__dso_handle; }",
		"references to _GLOBAL_OFFSET_TABLE_": "extern char t[] __asm__(\"_GLOBAL_OFFSET_TABLE_\"); char *table = t;",
	} {
		img := parse(t, "stencil.o", compileStencil(t, source, "-target", "x86_64-linux-gnu", "-fno-pic"))
		_, err := rtdyld.NewTemplate(t.Context(), img, rtdyld.TemplateConfig{})
		if !errors.Is(err, rtdyld.ErrUnsupported) || !strings.Contains(err.Error(), "stencil.o: template with "+what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
