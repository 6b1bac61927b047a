package symbolize_test

import (
	"debug/pe"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// archives come with debug information in Debian packages.
var archives = []struct {
	name, path string
	link       []string // what links all members to a program for the oracle, behind -o FILE
	symbols    func(testing.TB, string) map[string]uint64
	min        int // functions
	step       uint64
}{
	{"elf", "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a", []string{"ld.lld", "--unresolved-symbols=ignore-all", "-e", "0", "--whole-archive"}, elfSymbols, 100, 5},
	{"coff", "/usr/x86_64-w64-mingw32/lib/libmingwex.a", []string{"x86_64-w64-mingw32-ld", "--noinhibit-exec", "-e", "0", "--whole-archive"}, peSymbols, 300, 31},
}

// peSymbols are the functions of a PE program by name, those that are there once.
func peSymbols(t testing.TB, file string) map[string]uint64 {
	t.Helper()
	f, err := pe.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	base := f.OptionalHeader.(*pe.OptionalHeader64).ImageBase
	out, twice := map[string]uint64{}, map[string]bool{}
	for _, s := range f.Symbols {
		if s.Type != 0x20 || s.SectionNumber <= 0 {
			continue
		}
		if _, ok := out[s.Name]; ok {
			twice[s.Name] = true
		}
		out[s.Name] = base + uint64(f.Sections[s.SectionNumber-1].VirtualAddress) + uint64(s.Value)
	}
	for n := range twice {
		delete(out, n)
	}
	return out
}

// loadArchive loads each member with a linker of its own into one address space.
func loadArchive(t testing.TB, path string, listener rtdyld.Listener) (objs []*rtdyld.Object) {
	t.Helper()
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m := newMemory(0x10000000)
	for mem, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(mem)
		if err != nil {
			t.Fatal(err)
		}
		l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: anywhere, TLS: tls{}, Listeners: []rtdyld.Listener{listener}, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Load(t.Context(), img)
		if err == nil {
			err = l.Finalize(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		img.Close()
		objs = append(objs, got...)
		t.Cleanup(func() { l.Close() })
	}
	return objs
}

// TestArchiveOracle: of all functions of real archives, the answers are llvm-symbolizer's.
func TestArchiveOracle(t *testing.T) {
	for _, a := range archives {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			citest.Need(t, a.link[0], a.path)
			file := filepath.Join(t.TempDir(), "out")
			cmd := exec.Command(a.link[0], append(append([]string{"-o", file}, a.link[1:]...), a.path)...)
			cmd.Run() // fails for want of other libraries, and writes the program
			theirs := a.symbols(t, file)
			s := symbolize.New()
			objs := loadArchive(t, a.path, s)
			start := time.Now()
			if err := s.Load(); err != nil {
				t.Error(err)
			}
			took := time.Since(start)
			var ps []pair
			funcs := 0
			for _, o := range objs {
				add := pairsOf(o, theirs, a.step)
				for _, p := range add {
					if p.first {
						funcs++
					}
				}
				ps = append(ps, add...)
			}
			var names map[string]uint64
			lines, inlined := compare(t, s, file, false, names, ps)
			t.Logf("%d members, %d functions, %d addresses, %d with a line, %d in inlined calls; debug information read in %v", len(objs), funcs, len(ps), lines, inlined, took)
			if funcs < a.min || lines < len(ps)*9/10 || inlined == 0 {
				t.Errorf("%d functions, %d addresses, %d with a line, %d in inlined calls", funcs, len(ps), lines, inlined)
			}
		})
	}
}
