//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"fmt"
	"runtime/metrics"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// A main that calls pthread_exit does not return. glibc unwinds its stack to what the
// start of the program has prepared, as pthread_cleanup_push does (pthread.h), and ends
// the program with 0 when no other thread is left. callMain does both.
//
// A program begins without floating-point exceptions (C11 7.6, 5.1.2.3), and Go's code raises some, inexact above all: enterMain clears the flags before it
// calls main. Where main has had exceptions trap, or has set another rounding (fenv.h), Go's code has its own state again afterwards.

// leaving is what enterMain calls main by, in C memory. Assembly knows it.
type leaving struct {
	sigsetjmp, register, unregister uintptr // of glibc, or leavePC
	main, argc, argv, envp          uintptr
	status                          uintptr   // main's result
	left                            uintptr   // 1: it has none, it called pthread_exit
	_                               [648]byte // a __pthread_unwind_buf_t, the largest with ppc64le's 64 words of registers
}

// enterMain is the address of void enterMain(struct leaving *), a C function.
var enterMain uintptr

// mainBlocks are signals that enterMain blocks behind main, where Go's code goes on that has no room for the program's handlers.
//
//lint:ignore U1000 assembly uses it
var mainBlocks = mainSignals

// leavePC has the addresses of C functions, 0 where there is no assembly, that do with what musl has as glibc's do: void __pthread_register_cancel(void *buf) and
// void __pthread_unregister_cancel(void *buf). musl's pthread_exit calls cleanup handlers, of which the last one jumps.
var leavePC [2]uintptr

// leaveCall are functions of musl's: _pthread_cleanup_push, _pthread_cleanup_pop and longjmp.
var leaveCall [3]uintptr

// callMain calls main and waits for threads if it leaves them alone.
func (c *libc) callMain(ctx context.Context, caller abi.Caller, addr uint64, argv, envp vector) (int32, error) {
	if caller == nil || addr == 0 {
		return callMainPlainly(caller, addr, argv, envp) // which says so
	}
	l := leaving{main: uintptr(addr), argc: uintptr(argv.n), argv: argv.addr, envp: envp.addr}
	native, err := Caller()
	if err != nil {
		return 0, err
	}
	l.register, l.unregister = c.leave[0], c.leave[1]
	for name, at := range map[string]*uintptr{
		"__sigsetjmp": &l.sigsetjmp, c.kind.register: &l.register, c.kind.unregister: &l.unregister,
	} {
		if name == "" {
			continue
		}
		if *at, err = inLibc(name); err != nil || caller.Convention() != native.Convention() {
			return callMainPlainly(caller, addr, argv, envp)
		}
	}
	enter, err := abi.Func1[uintptr, abi.Void](caller, uint64(enterMain))
	if err != nil {
		return 0, fmt.Errorf("main: %w", err)
	}
	at := callC(c.malloc, unsafe.Sizeof(l))
	if at == 0 {
		return 0, fmt.Errorf("main: %w", ErrNoMemory)
	}
	defer c.release(at)
	p := &foreign[leaving](at, 1)[0]
	*p = l
	enter(at)
	if p.left == 0 {
		return int32(p.status), nil
	}
	done := make(chan struct{})
	go func() { // which may open files where this thread may not
		waitForThreads(ctx)
		close(done)
	}()
	<-done
	return 0, nil
}

// spareThreads counts those of Threads.
var spareThreads atomic.Int64

// waitForThreads waits until the process has no threads but those of Go's runtime and of
// Threads, or ctx is done.
//
// These come and go while threads are counted. They are counted before and after all are: of
// two numbers the smaller one leaves out a thread that began between, and one that ended.
// What neither shows is a thread that is counted and not there yet, which the runtime
// does before it makes it: as long as that may take, the number must stay.
func waitForThreads(ctx context.Context) {
	const pause, looks = 5 * time.Millisecond, 20
	for alone := 0; alone < looks && ctx.Err() == nil; time.Sleep(pause) {
		before, known := ownThreads()
		n, err := threadCount()
		after, _ := ownThreads()
		if err != nil || !known {
			return
		}
		if alone++; n > min(before, after) {
			alone = 0
		}
	}
}

// Alone reports whether the process has no threads but those of Go's runtime and of [Threads], so that nothing runs in loaded code, or in
// libraries, that the program does not know of: pools of libraries have such threads. A thread that begins or ends at the time may be missed. On Windows it says false.
func Alone() bool {
	before, known := ownThreads()
	n, err := threadCount()
	after, _ := ownThreads()
	return err == nil && known && n <= min(before, after)
}

// ownThreads is how many threads Go's runtime and Threads have, if the runtime tells.
func ownThreads() (n int, known bool) {
	sample := []metrics.Sample{{Name: "/sched/threads/total:threads"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0, false
	}
	return int(sample[0].Value.Uint64()) + int(spareThreads.Load()), true
}

// threadCount is how many threads glibc counts, without those that are about to end, or, if
// it does not tell, how many there are.
func threadCount() (int, error) {
	threads.mu.Lock()
	defer threads.mu.Unlock()
	if at, err := inLibc("__nptl_nthreads"); err == nil {
		return int(atomic.LoadInt32((*int32)(pointer(at)))), nil
	}
	tids, err := threadIDs()
	return len(tids), err
}
