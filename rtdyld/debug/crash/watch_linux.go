//go:build amd64 || arm64

package crash

import (
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
)

// What the handler uses: assembly.
var (
	//lint:ignore U1000 assembly uses it
	before [65]uintptr // handlers by signal
	//lint:ignore U1000 assembly uses them
	text, textSize, process uintptr // the program's own code, and its process
	//lint:ignore U1000 assembly uses it
	limit unix.Timespec
	//lint:ignore U1000 assembly uses it
	lost = []byte("rtdyld: the program crashed, and it could not be told where\n")

	//lint:ignore U1000 assembly uses it
	begun      uint32 // some thread is at it
	came, told uint32 // futexes: there is what follows; it is told
	signal     uintptr
	info       unsafe.Pointer // siginfo_t
	registers  unsafe.Pointer // ucontext_t
)

// handlerPC is the address of void handler(int, siginfo_t *, ucontext_t *).
func handlerPC() uintptr

// faults are the signals that are taken.
var faults = []unix.Signal{unix.SIGILL, unix.SIGTRAP, unix.SIGABRT, unix.SIGBUS, unix.SIGFPE, unix.SIGSEGV, unix.SIGSYS}

// action is struct sigaction of the kernel.
type action struct {
	handler, flags, restorer, mask uintptr
}

// act sets what happens at a signal, if to is not nil, and returns what did.
func act(s unix.Signal, to *action) (old action, err error) {
	if _, _, e := syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(&old)), 8, 0, 0); e != 0 {
		return old, os.NewSyscallError("rt_sigaction", e)
	}
	return old, nil
}

// Watch has crashes of this process told to a function, which is called once, on a goroutine of its own, while the thread that crashed waits; it must
// not panic, and what it is given is its own. Signals that are ignored stay so. It is called once in a process, before others set handlers for
// these signals, and package static after it has started C. The error is an *[UnsupportedError], or the system's: some signals may be
// watched then.
func Watch(tell func(*Crash)) error {
	emulating.Lock()
	defer emulating.Unlock()
	if text != 0 {
		return &UnsupportedError{"crashes are watched already"}
	}
	from, size := ownText()
	if size == 0 {
		return &UnsupportedError{"this program does not know where its code is"}
	}
	process, limit = uintptr(os.Getpid()), unix.NsecToTimespec(int64(Limit))
	text, textSize = from, size
	var taken [len(before)]action
	for _, s := range faults {
		old, err := act(s, nil)
		if err != nil {
			return err
		}
		taken[s] = old
		before[s] = old.handler
		if old.handler == trampolinePC() {
			before[s] = behind
		}
	}
	go wait(tell)
	for _, s := range faults {
		if taken[s].handler <= 1 {
			continue
		}
		if taken[s].handler == trampolinePC() {
			atomic.StoreUintptr(&behind, handlerPC())
			continue
		}
		taken[s].handler, taken[s].mask = handlerPC(), ^uintptr(0)
		if _, err := act(s, &taken[s]); err != nil {
			return err
		}
	}
	return nil
}

// FUTEX_WAIT and FUTEX_WAKE, of one process alone (futex(2)).
const futexWait, futexWake = 128, 129

// wait waits for the handler, and tells.
func wait(tell func(*Crash)) {
	for atomic.LoadUint32(&came) == 0 {
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&came)), futexWait, 0, 0, 0, 0)
	}
	c := &Crash{
		Signal: int(signal),
		Code:   *(*int32)(unsafe.Add(info, 8)),
		Addr:   *(*uint64)(unsafe.Add(info, 16)),
		PC:     *(*uint64)(unsafe.Add(registers, contextPC)),
	}
	c.Stack = []Frame{{PC: c.PC}}
	for i, f := range traceback.Stack(registers) {
		if f.Guess {
			break
		}
		c.Stack = append(c.Stack[:i], Frame{f.PC, f.Func, f.Object, f.Section, f.Offset})
	}
	tell(c)
	atomic.StoreUint32(&told, 1)
	_, _, _ = unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&told)), futexWake, 1, 0, 0, 0)
}

// header is a program header of a 64-bit ELF file.
type header struct {
	Type, Flags   uint32
	_, Addr, _, _ uintptr
	Size, _       uintptr
}

const (
	ptLoad, ptPhdr = 1, 6
	executable     = 1

	atPhdr, atPhent, atPhnum = 3, 4, 5 // of the auxiliary vector
)

// ownText returns where the program's own code is, by its program headers; 0 if that cannot be told.
func ownText() (from, size uintptr) {
	aux, err := unix.Auxv()
	if err != nil {
		return 0, 0
	}
	var at, each, n, bias uintptr
	for _, a := range aux {
		switch a[0] {
		case atPhdr:
			at = a[1]
		case atPhent:
			each = a[1]
		case atPhnum:
			n = a[1]
		}
	}
	if at == 0 || each < unsafe.Sizeof(header{}) {
		return 0, 0
	}
	for i := range n {
		h := (*header)(pointer(at + i*each))
		switch {
		case h.Type == ptPhdr:
			bias = at - h.Addr
		case h.Type == ptLoad && h.Flags&executable != 0 && size == 0:
			from, size = h.Addr, h.Size
		}
	}
	if own := handlerPC() - bias - from; own >= size {
		return 0, 0
	}
	return from + bias, size
}

// pointer is the pointer that an address is.
func pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }
