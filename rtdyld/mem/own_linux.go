package mem

import (
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ownMemory is the process's memory as a file (proc(5), /proc/pid/mem): a write to it reaches private pages whatever their permissions are, as that of a
// debugger does, whose write this is to the kernel. It stays open as long as the process lives. nil: it cannot be opened.
var ownMemory = sync.OnceValue(func() *os.File {
	f, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	return f
})

// ownDescriptor is the descriptor of ownMemory. A process that was forked has another memory than the file.
var ownDescriptor = sync.OnceValue(func() int { return int(ownMemory().Fd()) })

// writeOwn writes to pages of this process that it may not be able to write to.
func writeOwn(over, contents []byte) error {
	for at := 0; at < len(contents); {
		n, err := unix.Pwrite(ownDescriptor(), contents[at:], int64(address(over))+int64(at))
		switch {
		case err == unix.EINTR:
			continue
		case err == nil && n == 0:
			err = unix.EIO
		}
		if err != nil {
			return sysError("write", address(over), uint64(len(over)), err)
		}
		at += n
	}
	return nil
}

// ownWrites tries writeOwn once. Kernels can be told not to write so, and an emulator may go on with the code that it has translated: so a function is called, written
// over, and called again.
var ownWrites = sync.OnceValue(func() bool {
	if ownMemory() == nil {
		return false
	}
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
