//go:build linux && amd64

package realtest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// crossTargets are machines other than this one, each with a C library.
var crossTargets = []struct {
	name, goarch string
	flags        []string // of clang
	needs        []string // that Debian's packages bring
	emulator     []string // with which the command runs; nil: it runs here
	ldflags      string   // of Go's linker: the dynamic linker, where its choice is another
}{
	{"arm64", "arm64", []string{"-target", "aarch64-linux-gnu"},
		[]string{"qemu-aarch64", "/usr/aarch64-linux-gnu/lib/libc.so.6", "/usr/aarch64-linux-gnu/include/stdio.h"},
		[]string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"}, ""},
	{"arm", "arm", []string{"-target", "armv7-linux-gnueabihf", "-marm"},
		[]string{"qemu-arm", "/usr/arm-linux-gnueabihf/lib/libc.so.6", "/usr/arm-linux-gnueabihf/include/stdio.h"},
		[]string{"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"}, "-I /lib/ld-linux-armhf.so.3"},
	{"thumb", "arm", []string{"-target", "thumbv7-linux-gnueabihf"},
		[]string{"qemu-arm", "/usr/arm-linux-gnueabihf/lib/libc.so.6", "/usr/arm-linux-gnueabihf/include/stdio.h"},
		[]string{"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"}, "-I /lib/ld-linux-armhf.so.3"},
	{"softfloat", "arm", []string{"-target", "armv7-linux-gnueabi", "-mfloat-abi=softfp"},
		[]string{"qemu-arm", "/usr/arm-linux-gnueabi/lib/libc.so.6", "/usr/arm-linux-gnueabi/include/stdio.h"},
		[]string{"qemu-arm", "-L", "/usr/arm-linux-gnueabi"}, ""},
	{"i686", "386", []string{"-target", "i686-linux-gnu", "-march=pentium4", "-mfpmath=sse", "-idirafter", "/usr/include/x86_64-linux-gnu"},
		[]string{"/usr/lib32/libc.so.6", "/usr/include/gnu/stubs-32.h"}, nil, ""},
}

// TestCross: an interpreter that clang compiled for another machine, position-
// independent and not, prints what the native one does, loaded by the command that is
// built for that machine and runs in an emulator; i386's runs on the processor itself.
func TestCross(t *testing.T) {
	t.Parallel()
	citest.Need(t, "clang")
	want := nativeDuktape(t)
	for _, c := range crossTargets {
		t.Run(c.name, func(t *testing.T) {
			if citest.Sample() && (c.name == "arm" || c.name == "softfloat") {
				t.Skip("in short form as thumb, which calls libraries in ARM's other instructions")
			}
			if citest.Sample() && c.goarch != "386" && (citest.Turn(4) != len(crossSystems) || (c.goarch == "arm") != (citest.Turn(8) < 4)) {
				t.Skip("it takes turns with TestCrossPrograms and with the other: the command is built for it")
			}
			citest.Need(t, c.needs...)
			if c.goarch == "386" {
				citest.Need386(t)
			}
			tool := filepath.Join(t.TempDir(), "rtdyld")
			if err := buildTool(tool, c.ldflags, "GOARCH="+c.goarch); err != nil {
				t.Fatal(err)
			}
			for _, b := range [][]string{{"-O0", "-fPIC"}, {"-O1", "-fno-pic"}} {
				if citest.Sample() && b[0] != "-O0" {
					continue // a clang that optimizes takes ten seconds
				}
				t.Run(strings.Join(b, ""), func(t *testing.T) {
					flags := append(append([]string{"-w", "-I" + duktape}, c.flags...), b...)
					args := append([]string{}, c.emulator...)
					args = append(args, tool, "run", "-lib", "libm.so.6",
						makeObject(t, "clang", "duktape.c", flags...), makeObject(t, "clang", duktape+"duktape.c", flags...),
						"--", "testdata/script.js")
					same(t, want, finish(t, exec.Command(args[0], args[1:]...)))
				})
			}
		})
	}
}
