package apart

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

var (
	divided uint32 // not 0: threads have two tables of descriptors
	wake    uint32 // not 0: the runtime's waiter is to be woken
	waker   uint32 // the descriptor for that, as the runtime has told it
)

// Divide gives the calling thread a table of descriptors of its own, with 0, 1 and 2 of
// this process alone; threads that it starts by C's means share it. All others, which are
// those of Go's runtime, go on with the table that there was. The caller must be locked to
// the thread for good; it may use no descriptor from then on that was opened elsewhere. The
// error is the system's; nothing has changed then. It is called once, or [Copy] is.
func Divide() error {
	if err := Copy(); err != nil {
		return err
	}
	closeFrom(3)
	Returned()
	return nil
}

// Copy is Divide where the thread goes on with a copy of the table: what it closes from then on, or has other files at, is its own. It may use what
// was opened elsewhere before.
func Copy() error {
	if err := startPoller(); err != nil {
		return err
	}
	fd, err := poller()
	if err != nil {
		return err
	}
	overrideWrite = runtimeWrite
	if err := unix.Unshare(unix.CLONE_FILES); err != nil {
		return os.NewSyscallError("unshare", err)
	}
	store(&divided, 1)
	go wakeUp()
	polled = fd
	return nil
}

// polled is what Go's runtime waits with, as a descriptor.
var polled uintptr

// Returned is called on a thread of the divided table when code that may have closed any
// descriptor has returned to Go. The runtime looks whether files are ready wherever it has
// stopped the world, and takes it for the end if it cannot (netpoll, from
// startTheWorldWithSema): where its own descriptor was there is one that no file is ever
// ready for. It does nothing where there is one table.
func Returned() {
	if load(&divided) == 0 {
		return
	}
	if _, _, e := syscall.RawSyscall(syscall.SYS_FCNTL, polled, unix.F_GETFD, 0); e != syscall.EBADF {
		return
	}
	fd, _, e := syscall.RawSyscall(unix.SYS_EPOLL_CREATE1, unix.EPOLL_CLOEXEC, 0, 0)
	if e != 0 || fd == polled {
		return
	}
	syscall.RawSyscall(unix.SYS_DUP3, fd, polled, unix.O_CLOEXEC)
	syscall.RawSyscall(syscall.SYS_CLOSE, fd, 0, 0)
}

// poller finds the descriptor that Go's runtime waits with.
func poller() (uintptr, error) {
	const dir = "/proc/self/fd"
	files, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	for _, f := range files {
		fd, err := strconv.Atoi(f.Name())
		if to, err2 := os.Readlink(filepath.Join(dir, f.Name())); err == nil && err2 == nil && to == "anon_inode:[eventpoll]" {
			return uintptr(fd), nil
		}
	}
	return 0, errors.New("what the runtime waits with is not among the descriptors")
}

// startPoller has Go's runtime open what it waits with, while there is one table.
func startPoller() error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	return errors.Join(r.Close(), w.Close())
}

// closeFrom closes all descriptors of the calling thread from one on.
func closeFrom(first int) {
	if unix.CloseRange(uint(first), math.MaxUint32, 0) == nil {
		return
	}
	for fd := first; fd < 1<<12; fd++ { // an older kernel
		_ = unix.Close(fd) // most are not open
	}
}

// wakeByOther has a thread of the table that fd is in write to it: the calling one may
// have another file there, or none.
//
//go:nosplit
//go:norace
func wakeByOther(fd uintptr, n int32) int32 {
	store(&waker, uint32(fd))
	store(&wake, 1)
	const futexWakePrivate = 1 | 128
	syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&wake)), futexWakePrivate, 1, 0, 0, 0)
	return n
}

// wakeUp does that. Its goroutine is never locked, so that its thread is one of Go's.
func wakeUp() {
	const futexWaitPrivate = 0 | 128
	one := [8]byte{1} // an eventfd takes numbers
	for {
		if atomic.SwapUint32(&wake, 0) != 0 {
			_, _, _ = syscall.RawSyscall(syscall.SYS_WRITE, uintptr(load(&waker)), uintptr(unsafe.Pointer(&one)), unsafe.Sizeof(one))
			continue
		}
		_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&wake)), futexWaitPrivate, 0, 0, 0, 0)
	}
}
