package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// elsewhere are the programs that run in an emulator of arm64, too.
var elsewhere = []string{"first.c", "allocator.c", "keep.cc", "fork.c", "modules.c", "detach.cc", "tls.c", "remote.c"}

// TestARM64: the library for arm64, and programs of it: memory managers, exceptions through loaded code, functions linked by calls,
// thread-locals, forks.
func TestARM64(t *testing.T) {
	if citest.Sample() {
		t.Skip("another build of the library")
	}
	shared(t)
	built(t)
	const root = "/usr/aarch64-linux-gnu"
	citest.Need(t, "qemu-aarch64", "aarch64-linux-gnu-gcc", "clang++", root+"/lib/libc.so.6", root+"/lib/libstdc++.so.6")
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := command([]string{"CGO_ENABLED=1", "GOARCH=arm64", "CC=aarch64-linux-gnu-gcc"}, "go", "build", "-pgo=rtdyld.pgo", "-buildmode=c-shared", "-o", filepath.Join(dir, "librtdyld.so"),
		"-ldflags", "-X runtime.godebugDefault=asyncpreemptoff=1 -extldflags '-Wl,-soname,librtdyld.so,--version-script="+here+"/rtdyld.map'", "."); err != nil {
		t.Fatal(err)
	}
	compiler := func(source string) []string {
		if strings.HasSuffix(source, ".cc") {
			return []string{"clang++", "-target", "aarch64-linux-gnu", "-std=c++11"}
		}
		return []string{"aarch64-linux-gnu-gcc", "-std=gnu99"}
	}
	made := func(out, source string, args ...string) string {
		out = filepath.Join(dir, out)
		cc := append(compiler(source), append([]string{"-O2", "-o", out, source}, args...)...)
		if _, err := command(nil, cc[0], cc[1:]...); err != nil {
			t.Fatal(err)
		}
		return out
	}
	objects := map[string]string{}
	for _, name := range []string{"sum.c", "user.c", "open.c", "begin.c", "tls.c", "throw.cc"} {
		o := strings.TrimSuffix(name, filepath.Ext(name)) + ".o"
		objects[o] = made(o, "testdata/objects/"+name, "-fPIC", "-c")
	}
	for o, base := range map[string]int{"n1.o": 1, "r1.o": 100} {
		objects[o] = made(o, "testdata/objects/number.c", "-fPIC", "-c", "-DNUMBER=1", fmt.Sprint("-DBASE=", base))
	}
	for _, p := range programs {
		if slices.Contains(elsewhere, p.source) {
			t.Run(p.source, func(t *testing.T) {
				t.Parallel()
				args := append([]string{"-L", root, "-E", "LD_LIBRARY_PATH=" + dir}, made(p.source+".out", "testdata/"+p.source, "-I.", "-I"+folder, "-L"+dir, "-lrtdyld", "-pthread"))
				for _, name := range p.args {
					if o, ok := objects[name]; ok {
						name = o
					} else {
						name = object(name)
					}
					args = append(args, name)
				}
				out, err := command([]string{"TEST_EMULATED=1"}, "qemu-aarch64", args...)
				if want := strings.TrimSuffix(p.source, filepath.Ext(p.source)) + ": ok\n"; err != nil || out != want && out != "3\n" {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}
