//go:build linux && amd64

package realtest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// mingwCXX has clang use the headers of MinGW's g++.
var mingwCXX = append([]string{"-isystem", mingcc + "include/c++", "-isystem", mingcc + "include/c++/x86_64-w64-mingw32", "-isystem", mingw + "include"}, gnu...)

// runNative builds sources with this system's g++, and runs them.
func runNative(t *testing.T, sources ...string) result {
	t.Helper()
	prog := filepath.Join(t.TempDir(), "native")
	args := []string{"-O1", "-std=c++17", "-o", prog}
	for _, s := range sources {
		args = append(args, filepath.Join("testdata", s))
	}
	output(t, "g++", args...)
	got := finish(t, exec.Command(prog))
	if got.Out == "" {
		t.Fatalf("native: %+v", got)
	}
	return got
}

// TestTwoCompilers: objects of clang and of GNU's compiler with copies of the same
// inline functions, data and types are one program, in any order: what GNU's assembler
// adds to the end of its copies does not count, and data of another section neither.
// (GNU's linker warns of each, and refuses some.)
func TestTwoCompilers(t *testing.T) {
	t.Parallel()
	const gcc = "x86_64-w64-mingw32-g++"
	citest.Need(t, append([]string{"g++", "clang++", gcc, mingcc + "libstdc++.a"}, mingwArchives...)...)
	want := runNative(t, "inline_a.cc", "inline_b.cc")
	static := append([]string{mingcc + "libstdc++.a"}, mingwArchives...)
	made := map[string]string{}
	object := func(t *testing.T, how, source string) string {
		if made[how+source] == "" {
			cc, opt, _ := strings.Cut(how, " ")
			if cc == "gcc" {
				made[how+source] = makeObject(t, gcc, source, opt, "-std=c++17")
			} else {
				made[how+source] = makeObject(t, "clang++", source, append([]string{opt, "-std=c++17"}, mingwCXX...)...)
			}
		}
		return made[how+source]
	}
	for i, c := range []struct {
		a, b  string // compiler and its way
		order string
	}{
		{"clang -O0", "gcc -O0", "ab"}, {"gcc -O2", "clang -O2", "ba"}, {"clang -O0", "clang -O2", "ab"}, {"gcc -O2", "gcc -O0", "ab"},
	} {
		if citest.Sample() && i > 0 {
			break
		}
		objs := map[rune]string{'a': object(t, c.a, "inline_a.cc"), 'b': object(t, c.b, "inline_b.cc")}
		t.Run(strings.ReplaceAll(c.a+"+"+c.b+"/"+c.order, " ", ""), func(t *testing.T) {
			args := static[:len(static):len(static)]
			for _, o := range c.order {
				args = append(args, objs[o])
			}
			same(t, want, run(t, true, args...))
		})
	}
}

// TestMicrosoftCXX: exceptions and RTTI of Microsoft's C++ ABI, as clang makes them, by
// the runtime that Windows has: what is thrown in loaded code is caught there.
func TestMicrosoftCXX(t *testing.T) {
	t.Parallel()
	citest.Need(t, "g++", "clang++")
	want := runNative(t, "msvc.cc")
	for _, flags := range []string{"-O0", "-O2 -fsized-deallocation"} {
		t.Run(strings.Fields(flags)[0], func(t *testing.T) {
			obj := makeObject(t, "clang++", "msvc.cc", append(strings.Fields(flags), "-target", "x86_64-pc-windows-msvc")...)
			same(t, want, run(t, true, obj))
		})
	}
	t.Run("linux", func(t *testing.T) {
		obj := makeObject(t, "clang++", "msvc.cc", "-O1", "-target", "x86_64-pc-windows-msvc")
		got := run(t, false, obj)
		for _, name := range []string{"_CxxThrowException", "__CxxFrameHandler3", "??_7type_info@@6B@"} {
			if !strings.Contains(got.Errors, "undefined: "+name) || got.Status != 125 {
				t.Errorf("no %s in: %+v", name, got)
			}
		}
	})
}

// TestLongImports: members of import libraries as GNU's tools write them lead to
// libraries that nobody has opened.
func TestLongImports(t *testing.T) {
	t.Parallel()
	const cc = "x86_64-w64-mingw32-gcc"
	citest.Need(t, append([]string{cc, mingw + "lib/libshlwapi.a"}, mingwArchives...)...)
	obj := makeObject(t, cc, "imports.c", "-O1")
	want := result{Status: 1, Out: "42 file.txt\n"}
	same(t, want, run(t, true, append([]string{mingw + "lib/libshlwapi.a", obj}, mingwArchives...)...))
}

// TestEmulatedThreads: thread-locals that are functions of libgcc work under Windows;
// those of its own are refused with a reason.
func TestEmulatedThreads(t *testing.T) {
	t.Parallel()
	const cc = "x86_64-w64-mingw32-gcc"
	citest.Need(t, append([]string{cc, "clang"}, mingwArchives...)...)
	want := result{Out: "401\n411\n421\n431\n1 0\n"}
	headers := append([]string{"-isystem", mingw + "include"}, gnu...)
	for _, obj := range []string{makeObject(t, cc, "threads.c", "-O2"), makeObject(t, "clang", "threads.c", append([]string{"-O2", "-femulated-tls"}, headers...)...)} {
		same(t, want, run(t, true, append([]string{obj}, mingwArchives...)...))
	}
	obj := makeObject(t, "clang", "threads.c", append([]string{"-O2"}, headers...)...)
	got := run(t, true, append([]string{obj}, mingwArchives...)...)
	if !strings.Contains(got.Errors, "only modules that the system loads have them") || got.Status != 125 {
		t.Errorf("thread-locals of the system: %+v", got)
	}
}
