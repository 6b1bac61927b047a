package apart

import (
	"errors"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// overrideWrite is what Go's runtime writes with, if it is set: to standard error when the
// process dies, and to the descriptor that wakes who waits for others (netpollBreak). The
// runtime keeps it for packages that need it (runtime/time_nofake.go).
//
//go:linkname overrideWrite runtime.overrideWrite
var overrideWrite func(fd uintptr, p unsafe.Pointer, n int32) int32

// boxSize is the size of the memory that a crash is written to, in bytes.
const boxSize = 64 << 10

var (
	box     *[boxSize]byte // nil: the runtime writes to standard error
	boxUsed uint32
	boxPID  uintptr // of the process that it is for, not of one that forked from it
)

// CrashTo has the text that Go's runtime writes when this process dies go to a file, from
// its beginning, and not to standard error: by memory, so that it needs no descriptor. It is
// called once, before other goroutines may crash; the file is the caller's.
func CrashTo(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < boxSize {
		return errors.New("the file for the text of a crash is too small")
	}
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var b []byte
	err2 := raw.Control(func(fd uintptr) {
		b, err = unix.Mmap(int(fd), 0, boxSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	})
	if err := errors.Join(err, err2); err != nil {
		return os.NewSyscallError("mmap", err)
	}
	boxPID, box = uintptr(os.Getpid()), (*[boxSize]byte)(b)
	overrideWrite = runtimeWrite
	return nil
}

// runtimeWrite writes for the runtime, which calls it on any thread in any state.
//
//go:nosplit
//go:norace
func runtimeWrite(fd uintptr, p unsafe.Pointer, n int32) int32 {
	if fd == 2 && box != nil && n > 0 {
		if pid, _, _ := syscall.RawSyscall(syscall.SYS_GETPID, 0, 0, 0); pid == boxPID {
			at := add(&boxUsed, uint32(n)) - uint32(n)
			for i := uint32(0); i < uint32(n) && at+i < boxSize-1; i++ {
				box[at+i] = *(*byte)(unsafe.Add(p, i))
			}
			return n
		}
	}
	if fd > 2 && load(&divided) != 0 {
		return wakeByOther(fd, n)
	}
	r, _, e := syscall.RawSyscall(syscall.SYS_WRITE, fd, uintptr(p), uintptr(n))
	if e != 0 {
		return -int32(e)
	}
	return int32(r)
}
