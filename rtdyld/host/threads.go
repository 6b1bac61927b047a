//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrThreads says that the system has no thread to give.
var ErrThreads = errors.New("no thread can be made")

// Threads are threads of the C library's that run functions of Go: unlike those of Go's
// runtime, each has been started by another of them, or by the thread that called
// [NewThreads], and so has from it what the system hands down, its table of descriptors for
// one. Methods may be called concurrently. Threads stay as long as the process lives.
type Threads struct {
	create, detach, body uintptr
	work                 chan func()

	mu       sync.Mutex
	change   sync.Cond // idle or starting has changed
	idle     int       // threads that wait for work, without those that it is on its way to
	starting int       // that a thread is about to make
}

// NewThreads starts n threads, at least one, that wait for work. The error matches
// [ErrThreads], or there is no C library.
func NewThreads(n int) (*Threads, error) {
	t := &Threads{work: make(chan func())}
	t.change.L = &t.mu
	var err, err2 error
	t.create, err = inLibc("pthread_create")
	t.detach, err2 = inLibc("pthread_detach")
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	body, err := ownCallback(func(uintptr) uintptr {
		runtime.LockOSThread() // or the runtime would start threads of its own from this one
		t.add(1, -1)
		for f := range t.work {
			f()
			t.add(1, 0)
		}
		return 0
	})
	if err != nil {
		return nil, err
	}
	t.body = uintptr(body)
	spare()
	for range max(n, 1) {
		t.add(0, 1)
		if !t.start() {
			return nil, ErrThreads
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.starting > 0 {
		t.change.Wait()
	}
	return t, nil
}

// spare has the runtime have threads to spare: until a new thread is locked it must not want
// one, which it would make there. It may want one for each processor, and one for each goroutine that
// waits in a system call meanwhile.
func spare() { StockThreads(runtime.GOMAXPROCS(0) + min(runtime.NumGoroutine(), 8)) }

// start makes a thread, which is one of those that start until it waits for work.
func (t *Threads) start() bool {
	var id uintptr
	r, _, _ := purego.SyscallN(t.create, uintptr(unsafe.Pointer(&id)), 0, t.body, 0)
	if int32(r) != 0 {
		t.add(0, -1)
		return false
	}
	purego.SyscallN(t.detach, id)
	spareThreads.Add(1)
	return true
}

// StockThreads has Go's runtime have n threads more than it needs, idle. They stay.
func StockThreads(n int) {
	var all, ready sync.WaitGroup
	ready.Add(n)
	for range n {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread() // the thread stays
			ready.Done()
			ready.Wait()
		})
	}
	all.Wait()
}

func (t *Threads) add(idle, starting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.idle += idle
	t.starting += starting
	t.change.Broadcast()
}

// Go has f run on a thread that runs nothing else meanwhile, and does not wait for it. The
// error is [ErrThreads]; f does not run then.
func (t *Threads) Go(f func()) error {
	t.mu.Lock()
	for t.idle == 0 && t.starting > 0 {
		t.change.Wait()
	}
	if t.idle == 0 {
		t.mu.Unlock()
		return ErrThreads
	}
	t.idle--
	last := t.idle == 0
	if last {
		t.starting++
	}
	t.mu.Unlock()
	if !last {
		t.work <- f
		return nil
	}
	t.work <- func() { // one of them makes the next
		spare()
		t.start()
		f()
	}
	return nil
}
