//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package callback_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/callback"
)

// storm sends signals that Go's runtime uses to all threads of this process until stop is called.
func storm(t *testing.T) (stop func()) {
	t.Helper()
	var end atomic.Bool
	var wg sync.WaitGroup
	pid := os.Getpid()
	wg.Go(func() {
		for !end.Load() {
			dir, err := os.ReadDir("/proc/self/task")
			if err != nil {
				t.Error(err)
				return
			}
			for i, d := range dir {
				var tid int
				fmt.Sscan(d.Name(), &tid)
				_ = unix.Tgkill(pid, tid, []unix.Signal{unix.SIGURG, unix.SIGPROF}[i%2])
			}
			runtime.Gosched()
		}
	})
	return func() { end.Store(true); wg.Wait() }
}

// TestThreads: threads that C made call Go functions, which call C and are called from there again, collect garbage and have their
// stacks move, under signals and the profiler.
func TestThreads(t *testing.T) {
	if err := pprof.StartCPUProfile(io.Discard); err == nil {
		defer pprof.StopCPUProfile()
	}
	rounds, count := 50, uint64(8)
	if citest.Sample() {
		rounds = 2
	}
	p := open(t)
	sum, threads := bind[func(f uintptr, n uint64) uint64](t, p, "sum"), bind[func(f uintptr, count, n, want uint64) int32](t, p, "threads")
	var calls atomic.Int64
	inner := as(t, p, func(x uint64) uint64 {
		calls.Add(1)
		made := bytes.Repeat([]byte{byte(x)}, 4096)
		pad(int(x % 64))
		if x == 9 && calls.Load()%20 == 0 {
			runtime.GC()
		}
		return uint64(made[17])
	})
	outer := as(t, p, func(x uint64) uint64 { calls.Add(1); return sum(inner, 10) })
	stop := storm(t)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range rounds {
				if got := threads(outer, count, 20, 20*45); got != int32(count) {
					t.Errorf("%d of %d threads are right", got, count)
				}
			}
		})
	}
	wg.Wait()
	stop()
	if want := int64(3 * rounds * int(count) * 20 * 11); calls.Load() != want {
		t.Errorf("%d calls, want %d", calls.Load(), want)
	}
}

// TestThreadsEnd: what the runtime lends to a thread of C's comes back when that ends: the next thread has it, also when the last that
// a thread does is to call Go.
func TestThreadsEnd(t *testing.T) {
	const n = 300
	p := open(t)
	var first, second atomic.Int64
	f := as(t, p, func(x uint64) uint64 {
		if x == 1 {
			first.Add(1)
		} else {
			second.Add(1)
		}
		return x
	})
	ending := bind[func(f uintptr) int32](t, p, "ending")
	before := pprof.Lookup("threadcreate").Count()
	for range n {
		if r := ending(f); r != 0 {
			t.Fatal(r)
		}
	}
	if first.Load() != n || second.Load() != n {
		t.Errorf("%d and %d calls", first.Load(), second.Load())
	}
	if after := pprof.Lookup("threadcreate").Count(); after-before > n/3 {
		t.Errorf("the runtime had %d threads, and has %d", before, after)
	}
}

// TestBirths: Go's own threads that have called C and been called give back their stacks when they end.
func TestBirths(t *testing.T) {
	const n = 500
	p := open(t)
	f := as(t, p, func(x uint64) uint64 { return x })
	apply := bind[func(f uintptr, x uint64) uint64](t, p, "apply")
	before := mappings(t)
	for i := range uint64(n) {
		done := make(chan bool)
		go func() {
			defer close(done)
			runtime.LockOSThread() // the thread ends with the goroutine
			if got := apply(f, i); got != i+1 {
				t.Errorf("%d", got)
			}
		}()
		<-done
	}
	if after := mappings(t); after-before > n {
		t.Errorf("%d threads have made %d mappings of %d", n, after, before)
	}
}

// mappings counts this process's.
func mappings(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte("\n"))
}

// TestMany calls back very often, half of it on threads of C's; the memory is as large at the end as it was soon.
func TestMany(t *testing.T) {
	n := uint64(10_000_000)
	if citest.Sample() {
		n = 20_000
	}
	const parts, each = 10, 4
	p := open(t)
	var calls atomic.Uint64
	f := as(t, p, func(x uint64) uint64 { calls.Add(1); return 1 })
	sum, threads := bind[func(f uintptr, n uint64) uint64](t, p, "sum"), bind[func(f uintptr, count, n, want uint64) int32](t, p, "threads")
	part := n / parts / 2 / each
	var soon int64
	for i := range parts {
		var wg sync.WaitGroup
		for range each {
			wg.Go(func() {
				if got := sum(f, part); got != part {
					t.Errorf("%d", got)
				}
			})
		}
		if got := threads(f, each, part, part); got != each {
			t.Errorf("%d threads", got)
		}
		wg.Wait()
		if i == 0 {
			soon = resident(t)
		}
	}
	if calls.Load() != n {
		t.Errorf("%d calls, want %d", calls.Load(), n)
	}
	// 16 bytes a call would be 160 MB.
	if late := resident(t); !citest.Sample() && late-soon > 64<<20 {
		t.Errorf("%d bytes, and at the end %d", soon, late)
	}
}

// resident is how much memory this process has.
func resident(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int64
	fmt.Sscan(string(text), &size, &pages)
	return pages * int64(os.Getpagesize())
}

// TestAlone: on a thread that C made there is nothing for a panic or the end of a goroutine to go on to; the process ends, and says
// why.
func TestAlone(t *testing.T) {
	const variable = "RTDYLD_TEST_ALONE"
	need(t)
	if how := os.Getenv(variable); how != "" {
		p := back(t)
		cb, err := callback.New(func(x uint64) uint64 { endAlone(how); return x }, callback.Config{Recover: true})
		if err != nil {
			t.Fatal(err)
		}
		bind[func(f uintptr, count, n, want uint64) int32](t, p, "threads")(uintptr(cb.Addr()), 1, 1, 1)
		return
	}
	for how, says := range map[string][]string{
		"panic":  {"nobody recovers this", "endAlone"},
		"goexit": {"runtime.Goexit called in a thread that was not created by the Go runtime"},
		"fault":  {"SIGSEGV", "endAlone"},
	} {
		cmd := citest.Command(os.Args[0], "-test.run=^TestAlone$")
		cmd.Env = append(os.Environ(), variable+"="+how, "TMPDIR="+t.TempDir())
		out, err := cmd.CombinedOutput()
		for _, text := range says {
			if err == nil || !strings.Contains(string(out), text) {
				t.Errorf("%s: %v, without %q\n%s", how, err, text, out)
			}
		}
	}
}

// endAlone does what ends a process when a thread calls it that C made.
//
//go:noinline
func endAlone(how string) {
	switch how {
	case "panic":
		panic("nobody recovers this")
	case "goexit":
		runtime.Goexit()
	case "fault":
		var p *int
		*p = 1
	}
}

// goCommand is a command of Go's for a static program of this machine.
func goCommand(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+runtime.GOARCH)
	return cmd
}
