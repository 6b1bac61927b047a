//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// TestThreadLocals: thread-locals of every model have initial values in threads that there were before, that come, and that C
// makes, and each thread has its own; their places are used again.
func TestThreadLocals(t *testing.T) {
	for _, flags := range tlsModels {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			obj := compiled(t, "tls.c", flags...)
			for range 3 {
				p := load(t, Bytes("tls.o", obj))
				threadLocal(t, p)
			}
		})
	}
}

// threadLocal tries a program of tls.c.
func threadLocal(t *testing.T, p *program.Program) {
	t.Helper()
	sum, add, inThread := bind[func() int64](t, p, "sum"), bind[func(int64)](t, p, "add"), bind[func() int64](t, p, "in_thread")
	const initial = 11 + 22 + 'a'
	var wg sync.WaitGroup
	for n := range int64(4) {
		wg.Go(func() {
			runtime.LockOSThread() // the thread ends with the goroutine
			if got := sum(); got != initial {
				t.Errorf("a new thread has %d", got)
			}
			add(n)
			if got := sum(); got != initial+111*n {
				t.Errorf("after %d: %d", n, got)
			}
			if got := inThread(); got != initial*100000+initial+333 {
				t.Errorf("a thread of C's: %d", got)
			}
		})
	}
	wg.Wait()
}

// TestThreadLocalRoom: what fits in the room works, with the alignment of a page; what does not is refused, and leaves it as it was.
func TestThreadLocalRoom(t *testing.T) {
	for range 3 {
		_, err := Load(t.Context(), append(muslFiles(t), Bytes("tls.o", compiled(t, "tls.c", "-DHUGE=1100000")))...)
		if err == nil || !strings.Contains(err.Error(), "static: no room for 110") {
			t.Errorf("1,100,000 bytes: %v", err)
		}
	}
	_, err := Load(t.Context(), append(muslFiles(t), Bytes("tls.o", compiled(t, "tls.c", "-DWIDE=8192")))...)
	var none *program.NotFoundError
	if err == nil || errors.As(err, &none) || !strings.Contains(err.Error(), "static: thread-locals are aligned to 8192 bytes, at most to 4096 they can be") {
		t.Errorf("aligned to 8192: %v", err)
	}
	for range 2 {
		p, err := Load(t.Context(), append(muslFiles(t), Bytes("tls.o", compiled(t, "tls.c", "-DHUGE=900000", "-DWIDE=4096")))...)
		if err != nil {
			t.Fatal(err)
		}
		threadLocal(t, p)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	load(t, Bytes("tls.o", compiled(t, "tls.c")))
}

// TestThreadLocalsEarly: threads that there are already have the initial values of what is loaded later: one of Go's, and one of C's
// that waits meanwhile.
func TestThreadLocalsEarly(t *testing.T) {
	s := scene(t)
	if r := bind[func() int32](t, s, "start_waiting")(); r != 0 {
		t.Fatal(r)
	}
	threads.Lock()
	before := threads.born
	threads.Unlock()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := load(t, Bytes("tls.o", compiled(t, "tls.c")))
	if got := bind[func() int64](t, p, "sum")(); got != 11+22+'a' {
		t.Errorf("%d", got)
	}
	threads.Lock()
	if threads.born != before {
		t.Log("the thread was not adopted before")
	}
	threads.Unlock()
	if r := bind[func() int32](t, s, "end_waiting")(); r != 0 {
		t.Error(r)
	}
}
