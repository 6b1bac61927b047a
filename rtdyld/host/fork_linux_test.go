//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// TestFork: a program whose two processes write to their data says what the native one says,
// in every memory that there is for code in this process.
func TestFork(t *testing.T) {
	over := func(m mem.Mapper, err error) rtdyld.MemoryManager {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		g, err := mem.NewManager(m, mem.Config{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { // low memory is scarce
			if err := errors.Join(g.Close(), m.(io.Closer).Close()); err != nil {
				t.Error(err)
			}
		})
		return g
	}
	inProcess, err := mem.NewInProcess(mem.MapperConfig{})
	memories := map[string]rtdyld.MemoryManager{"host": nil, "in-process": over(inProcess, err)}
	for name, keep := range map[string]bool{"dual-mapped": false, "kept writable": true} {
		m, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: keep})
		memories[name] = over(m, err)
	}
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		want := run(t, citest.Command(native(t, cc, []string{"fork.c"}, flags...)))
		img := object(t, cc, "fork.c", flags...)
		for name, memory := range memories {
			l := newLinker(t, open(t, Config{Memory: memory}))
			for range 2 { // the second time in pages that were used before
				objs := load(t, l, img)
				if status := call0[int32](t, l, "forked"); status != 0 {
					t.Errorf("%s: it returns %d", name, status)
				}
				if got := goString(uintptr(lookup(t, l, "report")), 1000); got != want {
					t.Errorf("%s: it says\n%s, natively\n%s", name, got, want)
				}
				if err := l.Unload(t.Context(), objs...); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestForkMemory: a process that is forked has nothing by which it could write to the memory of its parent, which goes on
// loading small objects.
func TestForkMemory(t *testing.T) {
	if closeOwnPC == 0 {
		t.Skip("small objects have pages of their own on this processor")
	}
	p := open(t, Config{})
	small := func() {
		t.Helper()
		l := newLinker(t, p)
		load(t, l, object(t, gcc(), "add.c"))
	}
	small()
	opened := ownmem.Descriptor.Load()
	if opened == 0 {
		t.Skip("the host does not write to pages that the process cannot write to")
	}
	l := newLinker(t, p)
	load(t, l, object(t, gcc(), "leak.c", "-O2"))
	for range 2 {
		if n := call0[int32](t, l, "leak"); n != 10 {
			t.Errorf("%d: want one in the parent and none in the child", n)
		}
	}
	if now := ownmem.Descriptor.Load(); now != opened {
		t.Errorf("the descriptor was %d and is %d", opened, now)
	}
	small()
}

// TestForkedExit: what a process registers that loaded code forks for its exit and its own forks is called, and nothing waits for what
// goroutines did when it was forked. What other tests have exit call is called, too.
func TestForkedExit(t *testing.T) {
	citest.Host(t, "linux", "amd64") // emulators have threads of their own, which a fork of many threads can have wait
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer func() { close(stop); <-done }()
	const children = 20
	l := newLinker(t, open(t, Config{}))
	load(t, l, object(t, gcc(), "forkexit.c", "-O1"))
	f, err := abi.Func2[int32, unsafe.Pointer, int32](caller(t), lookup(t, l, "forked_exits"))
	if err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 4*children)
	if wrong := f(children, unsafe.Pointer(&said[0])); wrong != 0 {
		t.Errorf("%d of %d ended otherwise", wrong, children)
	}
	if got, want := string(bytes.TrimRight(said, "\x00")), strings.Repeat("bebq", children/2); got != want {
		t.Errorf("they said %q, want %q", got, want)
	}
}
