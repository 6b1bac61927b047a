//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package callback_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

// need skips the test where libc or a compiler is missing. CI has those of the machine, and of another one where a mirror answers.
func need(t testing.TB) {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		for _, file := range []string{libc, builtins} {
			if _, err := os.Stat(file); err != nil {
				t.Skip(err)
			}
		}
	}
	citest.Need(t, libc, builtins)
	citest.NeedCompiler(t, "int f(void) { return 1; }", compiler, "-x", "c", "-c")
}

// back loads testdata/back.c, without closing it.
func back(t testing.TB) *program.Program {
	t.Helper()
	need(t)
	object := filepath.Join(t.TempDir(), "back.o")
	if out, err := exec.Command(compiler, "-O1", "-fno-builtin", "-fno-optimize-sibling-calls", "-c", "-o", object, "testdata/back.c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	inputs := []static.Input{static.File(object)}
	for _, file := range []string{libc, builtins} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, static.Libc(file, data))
	}
	p, err := static.Load(t.Context(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// open loads testdata/back.c; it is closed with the test.
func open(t testing.TB) *program.Program {
	t.Helper()
	p := back(t)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// bind binds a function.
func bind[F any](t testing.TB, p *program.Program, name string) (fn F) {
	t.Helper()
	if err := p.Bind(name, &fn); err != nil {
		t.Fatal(err)
	}
	return fn
}

// as makes a C function that is closed with the program.
func as(t testing.TB, p *program.Program, fn any) uintptr {
	t.Helper()
	addr, err := p.Callback(fn)
	if err != nil {
		t.Fatal(err)
	}
	return uintptr(addr)
}

// pad needs n KiB of the goroutine's stack.
//
//go:noinline
func pad(n int) byte {
	var room [1024]byte
	room[n&1023] = byte(n)
	if n == 0 {
		return room[0]
	}
	return room[n&1023] + pad(n-1)
}
