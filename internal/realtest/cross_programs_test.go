//go:build linux && amd64

package realtest

import (
	"os/exec"
	"path/filepath"
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

// TestCrossPrograms: an interpreter that gcc compiled for another machine, and a program
// in C++ with exceptions, thread-locals and indirect functions, do what they do when that
// machine's linker has linked them, under the same emulator.
func TestCrossPrograms(t *testing.T) {
	t.Parallel()
	step := 1
	if citest.Sample() {
		step = len(crossSystems)
	}
	for i := range citest.OneOf(len(crossSystems), step, 2) {
		c := crossSystems[i]
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
			compare := func(args []string, link, objects []string) {
				prog := filepath.Join(dir, "native")
				output(t, link[0], append(append(append(link[1:len(link):len(link)], "-o", prog), objects...), "-lm", "-lpthread")...)
				want := under(append([]string{prog}, args...)...)
				if strings.Count(want.Out, "\n") < 10 {
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
					compare([]string{"word"}, link, []string{makeObject(t, c.cxx[0], "cross.cc", compile...)})
				})
				if citest.Sample() {
					continue // gcc takes long for an interpreter
				}
				t.Run("interpreter"+strings.Join(flags, ""), func(t *testing.T) {
					flags := append([]string{"-w", "-I" + duktape}, flags...)
					link := []string{gcc}
					if flags[len(flags)-1] == "-fno-pic" {
						link = append(link, "-no-pie")
					}
					compare([]string{"testdata/script.js"}, link,
						[]string{makeObject(t, gcc, "duktape.c", flags...), makeObject(t, gcc, duktape+"duktape.c", flags...)})
				})
			}
		})
	}
}
