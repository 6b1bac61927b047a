//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// TestThreads: each thread has thread-locals, errno and key values of its own: those of Go's and those that C makes.
func TestThreads(t *testing.T) {
	p := scene(t)
	bind[func()](t, p, "keys")()
	begin, goOn, threads := bind[func(int32) int32](t, p, "begin"), bind[func(int32) int32](t, p, "go_on"), bind[func(int32) int32](t, p, "threads")
	var wg sync.WaitGroup
	for n := range int32(20) {
		wg.Go(func() {
			runtime.LockOSThread() // and ends with the thread
			if r := begin(n + 1); r != 0 {
				t.Errorf("begin: %d", r)
			}
			if r := threads(10); r != 0 {
				t.Errorf("threads: %d", r)
			}
			for range 10 {
				runtime.Gosched()
				if r := goOn(n + 1); r != 0 {
					t.Errorf("go on: %d", r)
				}
			}
		})
	}
	wg.Wait()
}

// storm sends signals to all threads of this process until stop is called, as fast as they are taken.
func storm(t *testing.T, signals ...syscall.Signal) (stop func() int64) {
	t.Helper()
	var end atomic.Bool
	var sent atomic.Int64
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
				if unix.Tgkill(pid, tid, signals[i%len(signals)]) == nil {
					sent.Add(1)
				}
			}
		}
	})
	return func() int64 { end.Store(true); wg.Wait(); return sent.Load() }
}

// TestBirths: threads are born, adopted and end, under signals to all threads and garbage collections; those that come
// find what new threads have, destructors of key values run, and there are no more places than threads at a time: neither mappings nor
// memory grow with births.
func TestBirths(t *testing.T) {
	births, side := 100_000, 8
	if citest.Sample() {
		births = 2_000
	}
	if testing.Short() {
		births = 500
	}
	p := scene(t)
	bind[func()](t, p, "keys")()
	destructors := bind[func() int32](t, p, "destructors")
	stop, start := storm(t, unix.SIGURG, unix.SIGPROF), time.Now()
	collecting := make(chan struct{})
	var gc sync.WaitGroup
	gc.Go(func() {
		for {
			select {
			case <-collecting:
				return
			default:
				runtime.GC()
			}
		}
	})
	threads.Lock()
	before, born := len(threads.places), threads.born
	threads.Unlock()
	bear(t, p, births/10, side)
	first := takeUsage(t)
	bear(t, p, births-births/10, side)
	last, took := takeUsage(t), time.Since(start)
	close(collecting)
	gc.Wait()
	sent := stop()
	if sent == 0 {
		t.Error("no signals")
	}
	threads.Lock()
	after, adoptions := len(threads.places), threads.born-born
	threads.Unlock()
	if adoptions < births*9/10 {
		t.Errorf("%d births, %d adoptions", births, adoptions)
	}
	// A thread that has ended for Go has not ended yet for the kernel.
	if limit := 100 + births/100; after-before > limit {
		t.Errorf("%d places for %d threads, %d at a time", after-before, births, side)
	}
	// A place has two mappings, and its stack and thread-locals some pages. Memory that each birth left behind would be a page each, or a mapping.
	grown := last.places - first.places
	if more := last.mappings - first.mappings; more > 3*grown+200+births/100 {
		t.Errorf("%d mappings, then %d, with %d places more", first.mappings, last.mappings, grown)
	}
	// An emulator's own memory is counted too.
	if more := last.pages - first.pages; os.Getenv(citest.Emulator) == "" && more > 100*grown+births/2+8192 {
		t.Errorf("%d pages, then %d, with %d places more", first.pages, last.pages, grown)
	}
	t.Logf("%d births, %d places more, %d destructors; %.0f signals a second; mappings %d, then %d; pages %d, then %d",
		births, after-before, destructors(), float64(sent)/took.Seconds(), first.mappings, last.mappings, first.pages, last.pages)
}

// bear has threads born, adopted and ended, some at a time.
func bear(t *testing.T, p *program.Program, births, side int) {
	t.Helper()
	begin, goOn, setKey := bind[func(int32) int32](t, p, "begin"), bind[func(int32) int32](t, p, "go_on"), bind[func()](t, p, "set_key")
	var wg sync.WaitGroup
	for range side {
		wg.Go(func() {
			for i := range births / side {
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					runtime.LockOSThread() // the thread ends with the goroutine
					n := int32(i%1000 + 1)
					r := begin(n)
					if r == 0 {
						setKey()
						r = goOn(n)
					}
					if r != 0 {
						t.Errorf("%d", r)
					}
				}()
				<-ended
			}
		})
	}
	wg.Wait()
}

// usage is what this process has, places for threads among it.
type usage struct{ mappings, pages, places int }

// takeUsage counts.
func takeUsage(t *testing.T) (u usage) {
	t.Helper()
	debug.FreeOSMemory()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	u.mappings = bytes.Count(maps, []byte("\n"))
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size int
	if _, err := fmt.Sscan(string(statm), &size, &u.pages); err != nil {
		t.Fatal(err)
	}
	threads.Lock()
	defer threads.Unlock()
	u.places = len(threads.places)
	return u
}
