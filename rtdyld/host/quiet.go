//go:build linux && (amd64 || arm64)

package host

import (
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A program has its signals on its own threads: a handler runs where the system finds a thread that does not block the signal, and where all
// block it, it waits. The threads of Go's runtime block none, and a goroutine's stack has no room for C. So that they get none of a
// program's signals while its main runs, each is sent one whose handler changes what it blocks when it returns (rt_sigreturn(2)).
// Threads that the runtime starts meanwhile block nothing until they are found. It starts some soon, in place of those that wait in system calls, and
// hardly any later, since Go's side of the process rests.

// mainSignals are those that Go's threads leave to the program's, a bit each, that of signal 1 the lowest: all but those that a fault
// raises on its own thread, and those that the runtime and the C library send to threads.
const mainSignals = ^uint64(0) &^ (1<<(unix.SIGILL-1) | 1<<(unix.SIGTRAP-1) | 1<<(unix.SIGBUS-1) | 1<<(unix.SIGFPE-1) | 1<<(unix.SIGSEGV-1) |
	1<<(unix.SIGSYS-1) | 1<<(unix.SIGSTKFLT-1) | 1<<(unix.SIGPROF-1) | 1<<(unix.SIGURG-1) | 1<<(unix.SIGKILL-1) | 1<<(unix.SIGSTOP-1) | 7<<(32-1))

const (
	// quietMessenger is the signal that threads are sent for that: the runtime has it blocked in none of its own (sigtable), and the
	// C library's first for programs is it (SIGRTMIN), which have not begun.
	quietMessenger = 34
	quietTime      = 50 * time.Millisecond // is how long threads may take to answer
)

// New threads are looked for often while there are some, and seldom when there were none for long.
const soonAgain, lateAgain = 200 * time.Microsecond, time.Second

// quietOrder is what a thread is told: the set that it blocks becomes that of keep, and add. Assembly knows it.
type quietOrder struct {
	keep, add uint64
	old       uint64 // what it blocked
	done      uint32
}

// quietLetter is siginfo_t with an order.
type quietLetter struct {
	signal, errno, code int32
	_                   int32
	pid, mark           int32 // where others have the user
	order               *quietOrder
	_                   [12]uint64
}

const (
	siQueue   = -1
	quietMark = 0x7164 // by which the handler knows letters from here
)

// quietPC is the address of void handler(int, siginfo_t *, ucontext_t *), quietReturnPC that of what it returns to.
func quietPC() uintptr
func quietReturnPC() uintptr

// sigaction is struct sigaction of the kernel.
type sigaction struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

// sigact sets what happens at a signal, if to is not nil, and returns what did.
func sigact(sig int, to *sigaction) (old sigaction, ok bool) {
	_, _, e := syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(&old)), 8, 0, 0)
	return old, e == 0
}

// sigblock sets what the calling thread blocks, and returns what it did.
func sigblock(set uint64) (old uint64) {
	syscall.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&set)), uintptr(unsafe.Pointer(&old)), 8, 0, 0)
	return old
}

// quietLate are orders that threads may read yet.
//
//lint:ignore U1000 it keeps them
var quietLate []map[int]*quietOrder

// quietBefore is what the messenger did before. Who sends orders has it.
var quietBefore sigaction

// quieting is held while a main runs: a second one beside it has signals as they are.
var quieting sync.Mutex

// quiet has signals come to the calling thread, and to those that a program starts, until end is called behind main. The caller is locked to the
// thread until then, and blocks what it did at the beginning again. Where a main runs already others are left alone.
func quiet() (end func()) {
	mine := sigblock(mainSignals)
	sigblock(mine)
	if !quieting.TryLock() {
		return func() { sigblock(mine) }
	}
	var before [65]sigaction
	for sig := 1; sig < len(before); sig++ {
		before[sig], _ = sigact(sig, nil)
	}
	own, orders := unix.Gettid(), map[int]*quietOrder{}
	quietNew(orders, own)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for pause := soonAgain; ; pause = min(2*pause, lateAgain) {
			select {
			case <-stop:
				return
			case <-time.After(pause):
			}
			known := len(orders)
			if quietNew(orders, own); len(orders) > known {
				pause = soonAgain
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		sigblock(mine | mainSignals)
		forgetHandlers(&before)
		quietNoMore(orders)
		sigblock(mine)
		quieting.Unlock()
	}
}

// forgetHandlers has signals that the program has handlers for do what they did before; what would have ended the process is ignored, since
// the program has said otherwise.
func forgetHandlers(before *[65]sigaction) {
	for sig := 1; sig < len(before); sig++ {
		if mainSignals>>(sig-1)&1 == 0 {
			continue
		}
		if now, ok := sigact(sig, nil); !ok || now.handler <= 1 || now.handler == before[sig].handler {
			continue
		}
		if before[sig].handler == 0 {
			before[sig].handler = 1
		}
		sigact(sig, &before[sig])
	}
}

// quietNew has the threads of Go's runtime that have no order yet, but for the one that is own, block signals, until there are none more. It gives up
// on threads that do not answer.
func quietNew(orders map[int]*quietOrder, own int) {
	if !installMessenger() {
		return
	}
	for deadline := time.Now().Add(quietTime); ; {
		tids, err := taskIDs()
		fresh := map[int]*quietOrder{}
		for _, tid := range tids {
			if _, known := orders[tid]; !known && tid != own {
				fresh[tid] = &quietOrder{keep: ^uint64(0), add: mainSignals}
			}
		}
		if err != nil || len(fresh) == 0 {
			return
		}
		deliverOrders(fresh, deadline)
		maps.Copy(orders, fresh)
	}
}

// quietNoMore has threads block again what they did before their orders. The messenger stays handled where some do not answer in time: it would
// end the process where it comes late.
func quietNoMore(orders map[int]*quietOrder) {
	if !installMessenger() {
		return
	}
	for _, o := range orders {
		*o = quietOrder{add: o.old}
	}
	if !deliverOrders(orders, time.Now().Add(quietTime)) {
		quietLate = append(quietLate, orders)
		return
	}
	if now, ok := sigact(quietMessenger, nil); ok && now.handler == quietPC() {
		sigact(quietMessenger, &quietBefore)
	}
}

// installMessenger has the messenger handled, until main has returned. It reports whether it is; it may be somebody else's.
func installMessenger() bool {
	now, ok := sigact(quietMessenger, nil)
	switch {
	case ok && now.handler == quietPC():
		return true
	case !ok || now.handler > 1 && now.handler != goSigHandler():
		return false
	}
	quietBefore = now
	const withInfo, onStack, restart, hasRestorer = 4, 0x08000000, 0x10000000, 0x04000000
	to := sigaction{handler: quietPC(), flags: withInfo | onStack | restart, mask: ^uint64(0)}
	if pc := quietReturnPC(); pc != 0 {
		to.restorer, to.flags = pc, to.flags|hasRestorer
	}
	_, ok = sigact(quietMessenger, &to)
	return ok
}

// deliverOrders sends orders and waits until they are done. It reports whether they are.
func deliverOrders(orders map[int]*quietOrder, deadline time.Time) bool {
	pid := unix.Getpid()
	for tid, o := range orders {
		l := quietLetter{signal: quietMessenger, code: siQueue, pid: int32(pid), mark: quietMark, order: o}
		if _, _, e := syscall.RawSyscall6(unix.SYS_RT_TGSIGQUEUEINFO, uintptr(pid), uintptr(tid), quietMessenger, uintptr(unsafe.Pointer(&l)), 0, 0); e != 0 {
			o.done = 1 // it has ended
		}
	}
	for _, o := range orders {
		for atomic.LoadUint32(&o.done) == 0 {
			if time.Now().After(deadline) {
				return false
			}
			unix.Nanosleep(&unix.Timespec{Nsec: 20000}, nil)
		}
	}
	return true
}

// taskIDs are the threads of this process; it needs no file of Go's.
func taskIDs() (tids []int, err error) {
	fd, err := unix.Open("/proc/self/task", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	var buf [4096]byte
	for {
		n, err := unix.ReadDirent(fd, buf[:])
		if n <= 0 || err != nil {
			return tids, err
		}
		_, _, names := unix.ParseDirent(buf[:n], -1, nil)
		for _, name := range names {
			if tid, err := strconv.Atoi(name); err == nil {
				tids = append(tids, tid)
			}
		}
	}
}

// goSigHandler is what the runtime has for signals.
func goSigHandler() uintptr {
	a, _ := sigact(int(unix.SIGURG), nil)
	return a.handler
}
