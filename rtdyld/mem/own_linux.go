package mem

import (
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"
)

// opening is held to open the process's memory.
var opening sync.Mutex

// ownDescriptor is the descriptor of the process's memory as a file (proc(5), /proc/pid/mem): a write to it reaches private pages whatever their permissions are, as
// that of a debugger does, whose write this is to the kernel. It stays open as long as the process lives, and is closed in those that it forks.
func ownDescriptor() (int, error) {
	if n := ownmem.Descriptor.Load(); n > 0 {
		return int(n - 1), nil
	}
	opening.Lock()
	defer opening.Unlock()
	if n := ownmem.Descriptor.Load(); n > 0 {
		return int(n - 1), nil
	}
	fd, err := unix.Open("/proc/self/mem", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err == nil {
		const behind = 48 // the numbers that code of others has files at
		if higher, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, behind); err == nil {
			unix.Close(fd)
			fd = higher
		}
		ownmem.Descriptor.Store(int32(fd) + 1)
	}
	return fd, err
}

// writeOwn writes to pages of this process that it may not be able to write to.
func writeOwn(over, contents []byte) error {
	fd, err := ownDescriptor()
	for at := 0; at < len(contents) && err == nil; {
		var n int
		if n, err = pwrite(fd, contents[at:], int64(address(over))+int64(at)); err == nil && n == 0 {
			err = unix.EIO
		}
		if err == unix.EINTR {
			n, err = 0, nil
		}
		at += n
	}
	if err != nil {
		return sysError("write", address(over), uint64(len(over)), err)
	}
	return nil
}

// ownWrites tries writeOwn once. Kernels can be told not to write so, and an emulator may go on with the code that it has translated: so a function is called, written
// over, and called again.
var ownWrites = sync.OnceValue(func() bool {
	b, err := reserve(0, uint64(os.Getpagesize()), mapAny)
	if err != nil {
		return false
	}
	defer func() { _ = unmap(b) }()
	if protect(b, protRX) != nil {
		return false
	}
	for want, code := range [][]byte{returnsZero, returnsOne} {
		if writeOwn(b[:len(code)], code) != nil || flushICache(b[:len(code)]) != nil || callCode(b) != int32(want) {
			return false
		}
	}
	return true
})

// callCode calls a function of a few instructions that takes nothing and calls nothing.
func callCode(code []byte) int32 {
	fn := &struct{ entry *byte }{unsafe.SliceData(code)}
	return (*(*func() int32)(unsafe.Pointer(&fn)))()
}
