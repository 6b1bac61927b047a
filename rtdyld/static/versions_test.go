//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// TestVersions runs the programs of testdata/c with versions of musl that Debian 12 does not have, where CI puts them: each is compiled and
// linked by gcc with that version's headers and libraries, and its object by this package.
func TestVersions(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("packages of other versions are for amd64")
	}
	sources, err := filepath.Glob("testdata/c/*.c")
	if err != nil || len(sources) < 150 {
		t.Fatalf("%d programs, %v", len(sources), err)
	}
	for _, version := range []string{"1.2.4", "1.2.5"} {
		t.Run(version, func(t *testing.T) {
			root := "/usr/local/share/musl-" + version
			folder := root + "/usr/lib/x86_64-linux-musl/"
			if err := citest.Missing(folder + "libc.a"); err != nil {
				t.Skip("other versions of musl are not always to be had: ", err)
			}
			citest.Need(t, "gcc", "go", root+"/usr/share/doc/musl-dev/copyright")
			r, err := libc.Make(t.Context(), libc.Config{Roots: []string{root, "/"}})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Parts[1].Version; got != version {
				t.Fatalf("it is musl %s", got)
			}
			lib := filepath.Join(t.TempDir(), "libc.a")
			if err := os.WriteFile(lib, r.Archive, 0o666); err != nil {
				t.Fatal(err)
			}
			compiler := []string{"gcc", "-specs=" + specs(t, root)}
			step := 1
			if citest.Sample() {
				step = 50
			}
			for i := range citest.OneOf(len(sources), step, *seed) {
				t.Run(strings.TrimSuffix(filepath.Base(sources[i]), ".c"), func(t *testing.T) { sameAsNative(t, compiler, runner(t), lib, sources[i]) })
			}
		})
	}
}

// specs has gcc take musl from below a folder.
func specs(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile("/usr/lib/x86_64-linux-musl/musl-gcc.specs")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "musl-gcc.specs")
	moved := strings.NewReplacer("/usr/lib/x86_64-linux-musl", root+"/usr/lib/x86_64-linux-musl", "/usr/include/x86_64-linux-musl", root+"/usr/include/x86_64-linux-musl").Replace(string(text))
	if err := os.WriteFile(path, []byte(moved), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// sameAsNative runs a program that a compiler has linked with musl, and its object with run: both print the same and end with the same status.
func sameAsNative(t *testing.T, compiler []string, run, lib, source string) {
	dir := t.TempDir()
	object, native := filepath.Join(dir, "p.o"), filepath.Join(dir, "p")
	for _, args := range [][]string{{"-O2", "-w", "-c", source, "-o", object}, {"-static", object, "-o", native}} {
		if out, err := exec.CommandContext(t.Context(), compiler[0], append(compiler[1:len(compiler):len(compiler)], args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	want := ending(t, "./p", native, "one", "two")
	if got := ending(t, "./p", run, lib, object, "--", "one", "two"); got != want {
		t.Errorf("it prints:\n%s\nnatively:\n%s", got, want)
	}
}

// TestBuiltins runs a program that calls a compiler's builtins, with those of clang's that there are.
func TestBuiltins(t *testing.T) {
	missingTools(t)
	citest.Need(t, muslCompiler[0], "go")
	machine, needs := "x86_64", "__udivti3"
	if runtime.GOARCH == "arm64" {
		machine, needs = "aarch64", "__addtf3"
	}
	dir := t.TempDir()
	object, native := filepath.Join(dir, "p.o"), filepath.Join(dir, "p")
	for _, args := range [][]string{{"-O1", "-c", "testdata/builtins.c", "-o", object}, {"-static", object, "-o", native}} {
		if out, err := exec.CommandContext(t.Context(), muslCompiler[0], append(muslCompiler[1:len(muslCompiler):len(muslCompiler)], args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	want := ending(t, "./p", native)
	for _, version := range []string{"14", "19"} {
		t.Run(version, func(t *testing.T) {
			files, err := filepath.Glob("/usr/lib/llvm-" + version + "/lib/clang/*/lib/linux/libclang_rt.builtins-" + machine + ".a")
			if err != nil {
				t.Fatal(err)
			}
			if len(files) == 0 {
				if runtime.GOARCH == "amd64" {
					citest.Need(t, "/usr/lib/llvm-"+version+"/lib/clang/"+version+"/lib/linux/libclang_rt.builtins-x86_64.a")
				}
				t.Skip("builtins of another machine are not always to be had")
			}
			lib := archive(t, libc.Config{Builtins: files[0], Licences: map[string]string{"builtins": "/usr/share/doc/musl-dev/copyright"}})
			if got := ending(t, "./p", runner(t), lib, object); got != want {
				t.Errorf("it prints:\n%s\nwith libgcc:\n%s", got, want)
			}
		})
	}
	none := archive(t, libc.Config{Builtins: libc.NoBuiltins})
	if got := ending(t, "./p", runner(t), none, object); !strings.Contains(got, "undefined: "+needs+", referenced by ") {
		t.Errorf("without builtins it prints:\n%s", got)
	}
}
