//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// nearLibrary links a library with a thread-local behind some bytes of others.
func nearLibrary(t *testing.T, name string, bytes int) string {
	t.Helper()
	lib := filepath.Join(t.TempDir(), name)
	run(t, compile(t, "gcc", "tlsfar.c", "-shared", "-fPIC", "-O1", "-DLIBRARY", fmt.Sprint("-DNEAR=", bytes), "-o", lib, source("tlsfar.c")))
	return lib
}

// TestTLSOfLibraryNear: code of every model finds a thread-local of a library that is opened late and has few, threads that ran before
// too; also when another library has the number of its module since. The room in the static block must be there, which objects of other tests
// may have taken for good: so the process is the test's own.
func TestTLSOfLibraryNear(t *testing.T) {
	if !alone(t) {
		return
	}
	crew := newCrew(t, 3)
	for i, bytes := range []int{4, 100, 8} {
		p, err := Open(Config{Libraries: []string{nearLibrary(t, fmt.Sprintf("near%d.so", i%2), bytes)}})
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := abi.Func1[int32, int32](caller(t), resolve(t, p, "their_add")[0].Addr)
		if err != nil {
			t.Fatal(err)
		}
		for round, flags := range []string{"-fno-pic", "-fPIE", "-fPIC -ftls-model=initial-exec", "-fPIC"} {
			l := newLinker(t, p)
			objs := load(t, l, object(t, "gcc", "tlsfar.c", strings.Fields(flags)...))
			get, count := bound0[int32](t, l, "get"), bound0[abi.Void](t, l, "count")
			crew.all(func(n int) {
				want := int32(5 + round*(n+2))
				if got := get(); got != want {
					t.Errorf("%d bytes, %s: %d, want %d", bytes, flags, got, want)
				}
				count()
				if got := theirs(int32(n + 1)); got != want+int32(n)+2 {
					t.Errorf("%d bytes, %s: the library has %d, want %d", bytes, flags, got, want+int32(n)+2)
				}
			})
			if err := l.Unload(t.Context(), objs...); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	crew.end()
}

// TestTLSOfLibraryUsed: thread-locals that the library has used itself stay where they are, and initial-exec code is refused.
func TestTLSOfLibraryUsed(t *testing.T) {
	if runtime.GOARCH == "arm64" {
		t.Skip("libraries use descriptors, which have thread-locals put into the static block")
	}
	p := open(t, Config{Libraries: []string{nearLibrary(t, "used.so", 4)}})
	theirs, err := abi.Func1[int32, int32](caller(t), resolve(t, p, "their_add")[0].Addr)
	if err != nil {
		t.Fatal(err)
	}
	theirs(1)
	for _, flags := range []string{"-fPIC", "-fPIC -ftls-model=initial-exec"} {
		l := newLinker(t, p)
		objs, err := l.Load(t.Context(), object(t, "gcc", "tlsfar.c", strings.Fields(flags)...))
		if err == nil {
			err = l.Finalize(t.Context(), objs...)
		}
		if refused := flags != "-fPIC"; refused != errors.Is(err, rtdyld.ErrTLS) || !refused && err != nil {
			t.Errorf("%s: %v", flags, err)
		}
	}
}
