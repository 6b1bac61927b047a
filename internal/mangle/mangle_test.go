package mangle_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/mangle"
)

// TestOf: names that compilers made.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		linkage, name string
		want          mangle.Language
	}{
		{"_Z3addii", "add", mangle.CXX},
		{"_Z3addii", "::add", mangle.CXX},
		{"_ZL3addii", "add", mangle.CXX},
		{"_Z3addIiET_S0_", "add", mangle.CXX},
		{"_Z3addii", "dd", mangle.None},
		{"_Z3addii", "m::add", mangle.None},
		{"_ZN1m5twiceEi", "twice", mangle.CXX},
		{"_ZN1m5twiceEi", "m::twice", mangle.CXX},
		{"_ZN1m5twiceEi", "::m::twice", mangle.CXX},
		{"_ZN1m5twiceEi", "::twice", mangle.None},
		{"_ZN1m5twiceEi", "m", mangle.None},
		{"_ZN1m5twiceEi", "m::", mangle.None},
		{"_ZNK1V3lenEv", "V::len", mangle.CXX},
		{"_ZN1VC1Ev", "V", mangle.None},
		{"?add@@YAHHH@Z", "add", mangle.CXX},
		{"?twice@m@@YAHH@Z", "m::twice", mangle.CXX},
		{"?len@V@@QEBAHXZ", "len", mangle.CXX},
		{"??0V@@QEAA@XZ", "V", mangle.None},
		{"_ZN1r3add17h1f40cbabbfde7e4eE", "add", mangle.Rust},
		{"_ZN1r5inner5twice17h20b97ccaf5336e33E", "inner::twice", mangle.Rust},
		{"_RNvCs2OpA4fNwd7R_1r3add", "add", mangle.Rust},
		{"_RNvCs2OpA4fNwd7R_1r3add", "r::add", mangle.Rust},
		{"_RNvNtCs2OpA4fNwd7R_1r5inner5twice", "inner::twice", mangle.Rust},
		{"_RNvNtCs2OpA4fNwd7R_1r5inner5twice", "twic", mangle.None},
		{"_RNvC1r3_1st", "1st", mangle.Rust},
		{"add", "add", mangle.None},
		{"_Z", "", mangle.None},
		{"_Z999999999add", "add", mangle.None},
		{"_ZN", "add", mangle.None},
		{"_RN", "N", mangle.None},
		{"??", "?", mangle.None},
	} {
		if got := mangle.Of(c.linkage, c.name); got != c.want {
			t.Errorf("Of(%q, %q): %v, want %v", c.linkage, c.name, got, c.want)
		}
	}
}

// TestCompilers: what compilers say of functions, variables and members that are known by name.
func TestCompilers(t *testing.T) {
	const source = "namespace outer { namespace inner { int count; int twice(int x) { return 2 * x; } } class V { public: int len() const; }; int V::len() const { return 1; } }\n" +
		"int add(int a, int b) { return a + b; }\ntemplate<class T> T most(T a, T b) { return a < b ? b : a; }\ntemplate int most<int>(int, int);\n"
	for _, c := range [][]string{{"g++"}, {"clang++"}, {"clang++", "--target=x86_64-pc-windows-msvc"}, {"x86_64-w64-mingw32-g++"}} {
		t.Run(strings.Join(c, " "), func(t *testing.T) {
			if _, err := exec.LookPath(c[0]); err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.cc"), []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(c[0], append(c[1:], "-c", "a.cc", "-o", "a.o")...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			nm := exec.Command("nm", "a.o")
			nm.Dir = dir
			out, err := nm.Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"outer::inner::count", "inner::twice", "twice", "V::len", "add", "most"} {
				var found []string
				for _, line := range strings.Split(string(out), "\n") {
					if f := strings.Fields(line); len(f) == 3 && mangle.Of(f[2], name) == mangle.CXX {
						found = append(found, f[2])
					}
				}
				if len(found) != 1 && !(name == "most" && strings.Contains(strings.Join(c, " "), "msvc")) { // whose names of templates are not read
					t.Errorf("%s: %q in\n%s", name, found, out)
				}
			}
		})
	}
}

// TestOdd: no name is too odd: pieces of what compilers make, in any order.
func TestOdd(t *testing.T) {
	pieces := []string{"_Z", "_ZN", "_R", "?", "N", "v", "C", "s", "_", "1", "3", "99999999", "add", "3add", "E", "K", "L", "@", "@@", "17h20b97ccaf5336e33", "", "::", "\xff"}
	rng := rand.New(rand.NewPCG(1, 2))
	some := func(n int) (s string) {
		for range rng.IntN(n) {
			s += pieces[rng.IntN(len(pieces))]
		}
		return s
	}
	found := 0
	for range 200_000 {
		linkage, name := some(8), "add"
		if rng.IntN(4) == 0 {
			name = some(4)
		}
		if mangle.Of(linkage, name) == mangle.None {
			continue
		}
		if found++; !strings.Contains(linkage, name[strings.LastIndexByte(name, ':')+1:]) {
			t.Errorf("Of(%q, %q)", linkage, name)
		}
	}
	if found < 100 {
		t.Errorf("%d names were found", found)
	}
}

// TestSearch: names are kept once, in order, and not more than a text has room for.
func TestSearch(t *testing.T) {
	s := mangle.Search{Name: "add"}
	if s.String() != "" || s.Found() != nil {
		t.Errorf("%v", &s)
	}
	for _, n := range []string{"_Z3addv", "add", "_Z3addi", "_Z3subi", "_Z3addi"} {
		s.Add(n)
	}
	if got := s.String(); got != `C++ made _Z3addi and _Z3addv of that name, which extern "C" keeps` {
		t.Error(got)
	}
	for i := range 100 {
		s.Add("_Z3add" + strings.Repeat("i", i+1))
	}
	if len(s.Found()) != 4 {
		t.Error(s.Found())
	}
	r := mangle.Search{Name: "add"}
	r.Add("_ZN1r3add17h1f40cbabbfde7e4eE")
	if got := r.String(); got != "Rust made _ZN1r3add17h1f40cbabbfde7e4eE of that name, which #[no_mangle] keeps" {
		t.Error(got)
	}
}
