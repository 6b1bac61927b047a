//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// C++ registers the destructor of a thread-local with __cxa_thread_atexit(destructor,
// object, __dso_handle) when a thread constructs it; the C library runs it when the
// thread ends. glibc keeps a library that has such destructors open until then. An
// object may be unloaded before, so loaded code gets a __cxa_thread_atexit of ours,
// whose destructors can be taken back. It has glibc call one function a thread.
//
// That function is assembly: it runs on threads that Go has made and done with as
// well, and those cannot go back to Go.

// exitThread is what the assembly knows of a thread with destructors; C memory.
type exitThread struct {
	first   *exitEntry // the one to run first
	_       uintptr    // the thread pointer, while destructors run
	_       uintptr    // the next thread whose destructors run, an *exitThread
	current uintptr    // handle of the object whose destructor runs
	done    uintptr    // 1: all have run
}

// exitEntry is a registered destructor; C memory.
type exitEntry struct {
	next        *exitEntry
	destructor  uintptr
	object, dso uintptr
}

// The assembly uses these. exitLock is held for a few instructions.
var (
	exitLock    uint32
	exitRunning uintptr    // *exitThread, the first of those whose destructors run
	exitCall    [3]uintptr // C functions: malloc, free, exitList.register
	exitPC      [2]uintptr // __cxa_thread_atexit, and what glibc calls when a thread ends; 0 where there is no assembly
)

const (
	exitMalloc = iota
	exitFree
	exitRegister
)

// exitList knows the threads that have destructors to run.
type exitList struct {
	n       atomic.Int64 // threads; 0: nothing to do when objects go
	real    uintptr      // glibc's __cxa_thread_atexit_impl
	mu      sync.Mutex
	threads map[int]*exitThread // by thread's number
}

var threadEnds = exitList{threads: map[int]*exitThread{}}

// threadExits returns the address of our __cxa_thread_atexit.
var threadExits = sync.OnceValues(func() (uintptr, error) {
	c, err := getLibc()
	if err != nil {
		return 0, err
	}
	if threadEnds.real, err = inLibc("__cxa_thread_atexit_impl"); err != nil {
		return 0, err
	}
	exitCall[exitMalloc], exitCall[exitFree] = c.malloc, c.free
	pc, err := ownCallback(threadEnds.register)
	if err != nil {
		return 0, err
	}
	exitCall[exitRegister] = uintptr(pc)
	return exitPC[0], nil
})

func lockExits() {
	for !atomic.CompareAndSwapUint32(&exitLock, 0, 1) {
		time.Sleep(time.Microsecond)
	}
}

func unlockExits() { atomic.StoreUint32(&exitLock, 0) }

// register is called on the thread that the destructor is for. As for glibc, dso is any address of
// the object: Rust gives that of a variable. Not 0 says that there is no memory.
func (e *exitList) register(destructor, object, dso uintptr) uintptr {
	if handle := objects.owner(dso); handle != 0 {
		dso = handle
	}
	x := allocC[exitEntry]()
	if x == nil {
		return 1
	}
	*x = exitEntry{destructor: destructor, object: object, dso: dso}
	tid := unix.Gettid()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sweep()
	t := e.threads[tid]
	if t == nil {
		if t = allocC[exitThread](); t == nil {
			freeC(x)
			return 1
		}
		*t = exitThread{}
		if r, _, _ := purego.SyscallN(e.real, exitPC[1], addressOf(t), exitPC[1]); int32(r) != 0 {
			freeC(t)
			freeC(x)
			return 1
		}
		e.threads[tid] = t
		e.n.Add(1)
	}
	lockExits()
	x.next, t.first = t.first, x
	unlockExits()
	return 0
}

// sweep frees what is left of threads that have ended. e.mu is held.
func (e *exitList) sweep() {
	for tid, t := range e.threads {
		lockExits()
		done := t.done != 0
		unlockExits()
		if done {
			delete(e.threads, tid)
			e.n.Add(-1)
			freeC(t)
		}
	}
}

// take takes the first entry of a thread that is of one of the objects. e.mu is held.
func (t *exitThread) take(of map[uintptr]bool) *exitEntry {
	lockExits()
	defer unlockExits()
	for at := &t.first; *at != nil; at = &(*at).next {
		if x := *at; of[x.dso] {
			*at = x.next
			return x
		}
	}
	return nil
}

// runOwn runs the calling thread's destructors that are of the objects, which have
// the given handles, the youngest first.
func (e *exitList) runOwn(of map[uintptr]bool) {
	tid := unix.Gettid()
	for {
		e.mu.Lock()
		e.sweep()
		var x *exitEntry
		if t := e.threads[tid]; t != nil {
			x = t.take(of)
		}
		e.mu.Unlock()
		if x == nil {
			return
		}
		destructor, object := x.destructor, x.object
		freeC(x)
		purego.SyscallN(destructor, object)
	}
}

// forget takes back all destructors of the objects and waits for those that other
// threads are just running.
func (e *exitList) forget(ctx context.Context, of map[uintptr]bool) error {
	tid := unix.Gettid()
	for {
		e.mu.Lock()
		e.sweep()
		busy := false
		for id, t := range e.threads {
			for x := t.take(of); x != nil; x = t.take(of) {
				freeC(x)
			}
			lockExits()
			busy = busy || id != tid && of[t.current]
			unlockExits()
		}
		e.mu.Unlock()
		if !busy {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(errExiting, context.Cause(ctx))
		case <-time.After(100 * time.Microsecond):
		}
	}
}

// errExiting says that a thread's end goes through an object that is unloaded.
var errExiting = errors.New("a destructor of a thread-local is running")

// allocC allocates C memory for a T, which holds no pointers to Go's.
func allocC[T any]() *T {
	addr, _, _ := purego.SyscallN(exitCall[exitMalloc], unsafe.Sizeof(*new(T)))
	return (*T)(pointer(addr))
}

func freeC[T any](p *T) { purego.SyscallN(exitCall[exitFree], addressOf(p)) }

func addressOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }
