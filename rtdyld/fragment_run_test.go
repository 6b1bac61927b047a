package rtdyld_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/flat"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// fragmentTargets are machines on which nothing calls loaded code from Go: how their compiler is called, what begins a program, and
// the emulator. A compiler with a C library makes the program that tells what is right.
var fragmentTargets = []struct {
	name, emulator, cc string
	library            bool
	kind               flat.Kind
	flags              uint32
	entry              string
}{
	{"mips", "qemu-mips", "mips-linux-gnu-gcc -O1 -fPIC", true, flat.Kind{Machine: 8, Big: true}, 0x70001007, mipsEntry},
	{"mipsel", "qemu-mipsel", "mipsel-linux-gnu-gcc -O2 -fPIC", true, flat.Kind{Machine: 8}, 0x70001007, mipsEntry},
	{"mips64el", "qemu-mips64el", "mips64el-linux-gnuabi64-gcc -O1 -fPIC", true, flat.Kind{Machine: 8, Is64: true}, 0x80000007, mipsEntry},
	{"mipsn32el", "qemu-mipsn32el", "mips64el-linux-gnuabi64-gcc -O1 -fPIC -mabi=n32", false, flat.Kind{Machine: 8}, 0x80000027, mipsEntry},
	{"powerpc", "qemu-ppc", "powerpc-linux-gnu-gcc -O1 -fpic", true, flat.Kind{Machine: 20, Big: true}, 0, "_start: clrrwi 1,1,4\n stwu 1,-64(1)\n bl begin\n"},
	{"powerpc64", "qemu-ppc64", "powerpc64-linux-gnu-gcc -O1 -fPIC", true, flat.Kind{Machine: 21, Is64: true, Big: true}, 1,
		".section .opd,\"aw\"\n .balign 8\n_start: .quad .Lstart,.TOC.@tocbase,0\n .text\n.Lstart: clrrdi 1,1,4\n stdu 1,-128(1)\n bl begin\n nop\n"},
	{"powerpc64v2", "qemu-ppc64", "clang-19 --target=powerpc64-linux-musl -mabi=elfv2 -O1 -fPIC", false, flat.Kind{Machine: 21, Is64: true, Big: true}, 2,
		".abiversion 2\n_start: addis 2,12,.TOC.-_start@ha\n addi 2,2,.TOC.-_start@l\n .localentry _start,.-_start\n clrrdi 1,1,4\n stdu 1,-128(1)\n bl begin\n nop\n"},
	{"sparc64", "qemu-sparc64", "sparc64-linux-gnu-gcc -O1 -fPIC", true, flat.Kind{Machine: 43, Is64: true, Big: true}, 0, "_start: save %sp, -176, %sp\n call begin\n nop\n"},
}

const mipsEntry = ".set noreorder\n_start: lui $25, %hi(begin)\n addiu $25, $25, %lo(begin)\n jalr $25\n nop\n"

// TestFragmentsBare: where nothing calls loaded code from Go, the functions that are made of .init and .fini, called in the order in
// which an Initializer is given them, say what the program of the system's linker says.
func TestFragmentsBare(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	const alike = "init one 0\nstack 0\ninit two 0\nstack 0\nconstructor one 1\nconstructor two 1\nmain 0\ndestructor two 1\ndestructor one 1\nfini one 1\nfini two 1\n"
	for _, c := range fragmentTargets {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cc := strings.Fields(c.cc)
			citest.Need(t, cc[0], c.emulator)
			dir := t.TempDir()
			compile := func(name string, args ...string) string {
				out := filepath.Join(dir, name)
				tool(t, cc, append(args, "-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-c", "-o", out)...)
				return out
			}
			one := compile("one.o", "-DOBJECT=one", "testdata/fragments/part.c")
			two := compile("two.o", "-DOBJECT=two", "testdata/fragments/part.c")
			want := alike
			if c.library {
				native := filepath.Join(dir, "native")
				tool(t, cc, "-static", "-o", native, one, two, compile("say.o", "testdata/fragments/say.c"))
				if want = ends3(t, c.emulator, native); want != alike {
					t.Errorf("native:\n%s", want)
				}
			}
			begin := filepath.Join(dir, "begin.s")
			if err := os.WriteFile(begin, []byte(".globl _start\n.text\n"+c.entry), 0o666); err != nil {
				t.Fatal(err)
			}
			objects := []string{one, two, compile("alone.o", "-DALONE", "testdata/fragments/say.c"), compile("begin.o", begin)}
			check := func(way string, objects ...string) {
				var init fragmentInit
				r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x20000000}, Initializer: &init})
				var imgs []*objfmt.ObjectImage
				for _, path := range objects {
					imgs = append(imgs, opened(t, path))
				}
				objs, err := r.Load(t.Context(), imgs...)
				if err != nil {
					t.Fatal(err)
				}
				r.finalize()
				program := filepath.Join(dir, way)
				writeFlat(t, r, program, &flat.Program{Kind: c.kind, Flags: c.flags}, objs, map[string][]uint64{"constructors": init, "destructors": rtdyld.FiniFuncs(objs...)})
				if got := ends3(t, c.emulator, program); got != want {
					t.Errorf("%s: said\n%swant\n%s", way, got, want)
				}
			}
			check("alone", objects...)
			if c.library {
				startup := func(name string) string { return strings.TrimSpace(tool(t, cc, "-print-file-name="+name)) }
				check("between", append(append([]string{startup("crti.o")}, objects...), startup("crtn.o"))...)
			}
		})
	}
}

// fragmentInit notes what is to be run.
type fragmentInit []uint64

func (f *fragmentInit) Init(_ context.Context, _ []*rtdyld.Object, funcs []uint64) error {
	*f = funcs
	return nil
}

func (f *fragmentInit) Fini(context.Context, []*rtdyld.Object, []uint64) error { return nil }

// writeFlat makes a program of what is loaded, with words in place of what is at some names.
func writeFlat(t *testing.T, r *rig, path string, p *flat.Program, objs []*rtdyld.Object, words map[string][]uint64) {
	t.Helper()
	lo, hi := uint64(1<<64-1), uint64(0)
	var blocks []rtdyld.Block
	for _, o := range objs {
		blocks = append(blocks, o.Blocks()...)
	}
	for _, b := range blocks {
		lo, hi = min(lo, b.Addr), max(hi, b.Addr+uint64(len(b.Mem)))
	}
	all := make([]byte, hi-lo)
	for _, b := range blocks {
		copy(all[b.Addr-lo:], b.Mem)
	}
	for name, list := range words {
		var text []byte
		for _, w := range list {
			text = p.AppendWord(text, w)
		}
		copy(all[r.addr(name)-lo:], text)
	}
	p.Entry = r.addr("_start")
	p.Segments = []flat.Segment{{Addr: lo, Size: hi - lo, Data: all}}
	if err := p.Write(path); err != nil {
		t.Fatal(err)
	}
}

// ends3 is what a program says that ends with the status 3.
func ends3(t *testing.T, emulator, path string) string {
	t.Helper()
	out, err := exec.Command(emulator, path).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("%s %s: %v\n%s", emulator, path, err, out)
	}
	return string(out)
}

// opened is the image of a file.
func opened(t *testing.T, path string) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// tool runs a compiler, and returns what it prints.
func tool(t *testing.T, cc []string, args ...string) string {
	t.Helper()
	out, err := exec.Command(cc[0], append(cc[1:len(cc):len(cc)], args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v %v: %v\n%s", cc, args, err, out)
	}
	return string(out)
}
