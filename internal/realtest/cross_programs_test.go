//go:build linux && amd64

package realtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// crossSystems are machines for which Debian has a C library and cross compilers.
var crossSystems = []struct {
	goarch, triple, qemu string
	cxx                  []string // a compiler of C++
	ldflags              string   // of Go's linker: the dynamic linker, where its choice is another
	toolchain            string   // of Go, where it has to be another
	pic                  bool     // code is linked that is position-independent alone
}{
	{"riscv64", "riscv64-linux-gnu", "qemu-riscv64",
		[]string{"clang++-19", "--target=riscv64-linux-gnu", "--gcc-triple=riscv64-linux-gnu", "-march=rv64gc", "-mno-relax", "-fuse-ld=lld-19"}, "-I /lib/ld-linux-riscv64-lp64d.so.1", "", false},
	{"ppc64le", "powerpc64le-linux-gnu", "qemu-ppc64le", []string{"clang++", "--target=powerpc64le-linux-gnu", "-fuse-ld=lld"}, "", "", false},
	{"s390x", "s390x-linux-gnu", "qemu-s390x", []string{"clang++", "--target=s390x-linux-gnu", "-fuse-ld=bfd"}, "-I /lib/ld64.so.1", "go1.27.2", true},
}

// TestCrossPrograms: an interpreter that gcc compiled for another machine, a program in C++
// with exceptions, thread-locals and indirect functions, and programs made with archives that
// Debian has compiled for it, do what they do when that machine's linker has linked them,
// under the same emulator.
func TestCrossPrograms(t *testing.T) {
	t.Parallel()
	for i, c := range crossSystems {
		if citest.Sample() && i != citest.Turn(4) { // the last turn is TestCross's
			continue
		}
		t.Run(c.goarch, func(t *testing.T) {
			root, gcc := "/usr/"+c.triple, c.triple+"-gcc"
			citest.Need(t, c.qemu, gcc, c.cxx[0], root+"/lib/libc.so.6", root+"/lib/libstdc++.so.6", duktape+"duktape.c")
			env := []string{"GOARCH=" + c.goarch}
			if c.toolchain != "" {
				env = append(env, "GOTOOLCHAIN="+c.toolchain)
			}
			dir := t.TempDir()
			tool := filepath.Join(dir, "rtdyld")
			if err := buildTool(tool, c.ldflags, env...); err != nil {
				if c.toolchain != "" && strings.Contains(err.Error(), "toolchain") {
					t.Skip(err)
				}
				t.Fatal(err)
			}
			under := func(args ...string) result {
				return finish(t, exec.Command(c.qemu, append([]string{"-L", root}, args...)...))
			}
			compare := func(t *testing.T, args []string, link []string, lines int, objects ...string) {
				t.Helper()
				prog := filepath.Join(dir, "native")
				output(t, link[0], append(append(append(link[1:len(link):len(link)], "-o", prog), objects...), "-lm", "-lpthread")...)
				want := under(append([]string{prog}, args...)...)
				if strings.Count(want.Out, "\n") < lines {
					t.Fatalf("native: %+v", want)
				}
				run := append([]string{tool, "run", "-lib", "libm.so.6", "-lib", "libstdc++.so.6"}, objects...)
				same(t, want, under(append(append(run, "--"), args...)...))
			}
			for _, flags := range [][]string{{"-O0", "-fPIC"}, {"-O2", "-fno-pic"}} {
				if c.pic {
					flags[1] = "-fPIC"
				}
				t.Run("C++"+strings.Join(flags, ""), func(t *testing.T) {
					compile := append(append(c.cxx[1:len(c.cxx):len(c.cxx)], "-Wno-unused-command-line-argument"), flags...)
					link := c.cxx
					if !c.pic && flags[1] == "-fno-pic" {
						link = append(c.cxx[:len(c.cxx):len(c.cxx)], "-no-pie")
					}
					compare(t, []string{"word"}, link, 10, makeObject(t, c.cxx[0], "cross.cc", compile...))
				})
				link := []string{gcc}
				if flags[1] == "-fno-pic" {
					link = append(link, "-no-pie")
				}
				crossArchives(t, c.triple, uint64(i), flags, func(t *testing.T, obj, archive string, args []string, lines int) {
					compare(t, args, link, lines, obj, archive)
				})
				if citest.Sample() {
					continue // gcc takes long for an interpreter
				}
				if c.goarch == "riscv64" && flags[0] == "-O0" {
					t.Run("jumps", func(t *testing.T) {
						obj := makeObject(t, gcc, "duktape.c", "-w", "-I"+duktape, "-O0")
						prog := filepath.Join(dir, "native")
						output(t, gcc, "-w", "-O0", "-o", prog, obj, duktape+"duktape.c", "-lm")
						want := under(prog, "testdata/script.js")
						same(t, want, under(tool, "run", "-lib", "libm.so.6", obj, shortCalls(t, gcc), "--", "testdata/script.js"))
					})
				}
				t.Run("interpreter"+strings.Join(flags, ""), func(t *testing.T) {
					flags := append([]string{"-w", "-I" + duktape}, flags...)
					compare(t, []string{"testdata/script.js"}, link, 10,
						makeObject(t, gcc, "duktape.c", flags...), makeObject(t, gcc, duktape+"duktape.c", flags...))
				})
			}
		})
	}
}

// call is a call as gcc writes it for RISC-V.
var call = regexp.MustCompile(`(?m)^\tcall\t(\w+)(@plt)?$`)

// shortCalls compiles an interpreter for RISC-V with calls that reach 1 MiB alone (R_RISCV_JAL), and functions that lie further from
// each other: each begins a page.
func shortCalls(t *testing.T, gcc string) string {
	t.Helper()
	text := output(t, gcc, "-w", "-O0", "-fPIC", "-ffunction-sections", "-falign-functions=4096", "-S", "-o", "-", duktape+"duktape.c")
	if n := len(call.FindAllString(text, -1)); n < 5000 {
		t.Fatalf("%d calls", n)
	}
	source := filepath.Join(t.TempDir(), "duktape.s")
	if err := os.WriteFile(source, []byte(call.ReplaceAllString(text, "\tjal\t$1")), 0o666); err != nil {
		t.Fatal(err)
	}
	return makeObject(t, gcc, source)
}
