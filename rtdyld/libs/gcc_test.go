package libs

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestGCC: -l finds the libraries of gcc itself that it links with.
func TestGCC(t *testing.T) {
	for _, tt := range []struct{ target, compiler, option, file string }{
		{"x86_64-linux-gnu", "gcc", "", "libgcc.a"},
		{"x86_64-linux-gnu", "gcc", "", "libgcov.a"},
		{"x86_64-linux-gnu", "gcc", "", "libstdc++.so"},
		{"x86_64-linux-gnu", "gcc", "", "libgfortran.so"},
		{"x86_64-linux-gnu", "gcc", "", "libquadmath.so"},
		{"x86_64-linux-gnu", "gcc", "", "libgomp.so"},
		{"i386-linux-gnu", "gcc", "-m32", "libgcc.a"},
		{"aarch64-linux-gnu", "aarch64-linux-gnu-gcc", "", "libgcc.a"},
		{"aarch64-linux-gnu", "aarch64-linux-gnu-gcc", "", "libstdc++.so"},
		{"arm-linux-gnueabihf", "arm-linux-gnueabihf-gcc", "", "libgcc.a"},
		{"riscv64-linux-gnu", "riscv64-linux-gnu-gcc", "", "libgcc.a"},
		{"s390x-linux-gnu", "s390x-linux-gnu-gcc", "", "libgcc.a"},
		{"powerpc64le-linux-gnu", "powerpc64le-linux-gnu-gcc", "", "libgcc.a"},
	} {
		t.Run(tt.target+tt.option+"/"+tt.file, func(t *testing.T) {
			citest.Need(t, tt.compiler)
			target, err := triple.Parse(tt.target)
			if err != nil {
				t.Fatal(err)
			}
			want, err := compilersOwn(tt.compiler, tt.option, tt.file)
			if err != nil {
				t.Skipf("%s has no %s: %v", tt.compiler, tt.file, err)
			}
			if other, err := compilersOwn(tt.compiler, "", tt.file); tt.option != "" && err == nil && other == want {
				t.Skipf("%s has no libraries for %s: it names those for its own target", tt.compiler, tt.option)
			}
			stem, ext, _ := strings.Cut(strings.TrimPrefix(tt.file, "lib"), ".")
			found, err := Find(t.Context(), stem, target, ext == "a", Dirs(target)...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := filepath.EvalSymlinks(found[0].Path)
			if err != nil || got != want {
				t.Errorf("%v, %v, want %s", found, err, want)
			}
		})
	}
}

// compilersOwn is where a compiler finds a library with an option.
func compilersOwn(compiler, option, file string) (path string, err error) {
	out, err := exec.Command(compiler, strings.Fields(option+" -print-file-name="+file)...).Output()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(strings.TrimSpace(string(out)))
}

// TestGCCFolders: of versions the latest that has libraries counts, in the folder of the target, as distributions call it.
func TestGCCFolders(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{
		"usr/lib/gcc/x86_64-linux-gnu/9", "usr/lib/gcc/x86_64-linux-gnu/12", "usr/lib/gcc/x86_64-linux-gnu/12/32", "usr/lib/gcc/x86_64-linux-gnu/9/32", "usr/lib/gcc/x86_64-linux-gnu/12/x32",
		"usr/lib/gcc/x86_64-w64-mingw32/13-win32", "usr/lib/gcc/x86_64-pc-linux-gnu/14.1.0", "usr/lib/gcc-cross/aarch64-linux-gnu/12", "usr/lib/gcc-cross/aarch64-linux-gnu/10",
		"usr/lib/gcc/riscv64-unknown-elf/12.2.0", "usr/lib64/gcc/s390x-suse-linux/9.4.0", "usr/lib64/gcc/s390x-suse-linux/9.10.0", "usr/lib/gcc/i686-linux-gnu/11",
		"usr/lib/gcc/ppc64le-redhat-linux/13", "usr/lib/gcc-cross/arm-linux-gnueabi/12",
	} {
		dir = filepath.Join(root, dir)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "libgcc.a"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(root, "usr/lib/gcc/x86_64-linux-gnu/13/plugin"), 0o777); err != nil { // no libraries
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"x86_64-linux-gnu":      "usr/lib/gcc/x86_64-linux-gnu/12",
		"x86_64-linux-gnux32":   "usr/lib/gcc/x86_64-linux-gnu/12/x32",
		"i386-linux-gnu":        "usr/lib/gcc/i686-linux-gnu/11",
		"aarch64-linux-gnu":     "usr/lib/gcc-cross/aarch64-linux-gnu/12",
		"s390x-linux-gnu":       "usr/lib64/gcc/s390x-suse-linux/9.10.0",
		"powerpc64le-linux-gnu": "usr/lib/gcc/ppc64le-redhat-linux/13",
		"riscv64-linux-gnu":     "",
		"arm-linux-gnueabihf":   "",
		"arm-linux-gnueabi":     "usr/lib/gcc-cross/arm-linux-gnueabi/12",
		"sparc-linux-gnu":       "",
	} {
		target, err := triple.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := gccDir(root, target)
		if want != "" {
			want = filepath.Join(root, want)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "usr/lib/gcc/i686-linux-gnu")); err != nil {
		t.Fatal(err)
	}
	if target, _ := triple.Parse("i386-linux-gnu"); gccDir(root, target) != filepath.Join(root, "usr/lib/gcc/x86_64-linux-gnu/12/32") {
		t.Errorf("i386 beside x86-64: %q", gccDir(root, target))
	}
}

// TestSearchArchives: GNU nm says the same of which of gcc's archives has a name.
func TestSearchArchives(t *testing.T) {
	citest.Need(t, "gcc", "nm")
	target := triple.Host()
	dir := CompilerDir(target)
	if dir == "" {
		t.Skip("gcc has no libraries here for this system")
	}
	names := []string{"__popcountdi2", "__divtf3", "__gcov_init", "__gcov_exit", "_Unwind_Resume", "__multi3", "no_such_name"}
	found := SearchArchives(t.Context(), target, dir, names...)
	for _, file := range []string{"libgcc.a", "libgcc_eh.a", "libgcov.a"} { // others are large
		out, err := exec.Command("nm", "--print-armap", "--defined-only", filepath.Join(dir, file)).Output()
		if err != nil {
			t.Fatal(err)
		}
		index, _, _ := strings.Cut(string(out), "\n\n")
		for _, name := range names {
			if want := strings.Contains(index, "\n"+name+" in "); slices.Contains(found[name], file) != want {
				t.Errorf("%s in %s: %q, want %v", name, file, found[name], want)
			}
		}
	}
	if f := found["__gcov_init"]; len(f) != 1 || f[0] != "libgcov.a" {
		t.Errorf("__gcov_init: %q", f)
	}
	other, err := triple.Parse("s390x-linux-gnu")
	if err != nil {
		t.Fatal(err)
	}
	if found := SearchArchives(t.Context(), other, dir, names...); len(found) > 0 && target.Arch != triple.SystemZ {
		t.Errorf("for s390x: %v", found)
	}
}
