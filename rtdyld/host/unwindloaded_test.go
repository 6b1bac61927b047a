//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// archivesOf opens archives of a compiler, and skips the test where there are none.
func archivesOf(t *testing.T, cc string, names ...string) (list []*ar.Archive) {
	t.Helper()
	for _, name := range names {
		path := strings.TrimSpace(run(t, compile(t, cc, ".cc", "-print-file-name="+name)))
		if name == "libunwind.a" { // not the other library of that name
			path = filepath.Join(filepath.Dir(list[0].Name()), name)
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		citest.Need(t, path)
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		list = append(list, a)
	}
	return list
}

// TestUnwinderLoaded: exceptions of programs that bring an unwinder of their own, on many threads, as in the program that the system's linker
// makes with the same archives.
func TestUnwinderLoaded(t *testing.T) {
	needFrames(t)
	for _, v := range []struct {
		name, cc string
		flags    []string
		linked   []string // flags of the system's linker
		archives []string
	}{
		{"libgcc_eh", "gcc", nil, []string{"-static-libgcc", "-static-libstdc++"}, []string{"libstdc++.a", "libgcc_eh.a", "libgcc.a"}},
		{"libunwind", "clang", []string{"-stdlib=libc++"}, []string{"-Wl,-Bstatic", "-lc++abi", "-Wl,-Bdynamic"}, []string{"libc++.a", "libc++abi.a", "libunwind.a"}},
	} {
		t.Run(v.name, func(t *testing.T) {
			if v.cc == "clang" {
				needLibcxx(t)
			}
			archives := archivesOf(t, v.cc, v.archives...)
			_, read := notes(t)
			prog := filepath.Join(t.TempDir(), "program")
			native := compile(t, v.cc, ".cc", append(append([]string{"-no-pie", "-o", prog, source("except.cc"), source("note.c")}, v.flags...), v.linked...)...)
			native.Args = append(native.Args, "-lpthread")
			native.Env = os.Environ()
			if out, err := native.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			run(t, citest.Command(prog))
			want := read()

			p := open(t, Config{})
			for range 2 {
				l := newLinker(t, p)
				imgs := []*objfmt.ObjectImage{object(t, v.cc, "note.c"), object(t, v.cc, "except.cc", v.flags...)}
				all, err := rtdyld.Collect(t.Context(), imgs, archives, nil)
				if err != nil {
					t.Fatal(err)
				}
				objs := load(t, l, all...)
				if r := call0[int32](t, l, "main"); r != 0 {
					t.Fatalf("main returned %d", r)
				}
				const times = 100
				var wg sync.WaitGroup
				throw, err := abi.Func1[int32, int32](caller(t), lookup(t, l, "throw_many"))
				if err != nil {
					t.Fatal(err)
				}
				for range 8 {
					wg.Go(func() {
						if got := throw(times); got != 2*times {
							t.Errorf("%d of %d exceptions arrived", got, 2*times)
						}
					})
				}
				wg.Wait()
				if err := l.Unload(t.Context(), objs...); err != nil {
					t.Fatal(err)
				}
				if u := p.frameUnwinder(); len(u.known) > 0 || len(u.loaded) > 0 {
					t.Errorf("%d sections are still registered, %d unwinders known", len(u.known), len(u.loaded))
				}
				if diff := cmp.Diff(want, read()); diff != "" || want == "" {
					t.Errorf("ran otherwise than the system has it (-system +ours):\n%s", diff)
				}
			}
		})
	}
}
