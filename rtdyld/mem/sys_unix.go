//go:build linux || darwin

package mem

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

func reserve(addr, size uint64, how mapping) ([]byte, error) {
	flags := unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_NORESERVE
	switch how {
	case mapExact:
		flags |= flagExact
	case mapLow:
		flags |= flagLow
	}
	if size != uint64(uintptr(size)) || addr != uint64(uintptr(addr)) {
		return nil, &SystemError{Op: "mmap", Addr: addr, Size: size, Err: unix.ENOMEM, Kind: ErrNoSpace}
	}
	p, err := unix.MmapPtr(-1, 0, unsafe.Add(nil, uintptr(addr)), uintptr(size), unix.PROT_NONE, flags)
	if err != nil {
		if errors.Is(err, unix.EEXIST) {
			err = errTaken
		}
		return nil, sysError("mmap", addr, size, err)
	}
	b := unsafe.Slice((*byte)(p), int(size))
	if how == mapExact && address(b) != addr {
		// Linux before 4.17 and macOS take the address for a hint.
		return nil, errors.Join(sysError("mmap", addr, size, errTaken), unmap(b))
	}
	return b, nil
}

func unmap(b []byte) error {
	if err := unix.MunmapPtr(unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b))); err != nil {
		return sysError("munmap", address(b), uint64(len(b)), err)
	}
	return nil
}

// mapFile maps pages of a file in place of others.
func mapFile(f *os.File, off uint64, over []byte, p prot) error {
	c, err := f.SyscallConn()
	if err != nil {
		return sysError("mmap", address(over), uint64(len(over)), err)
	}
	cerr := c.Control(func(fd uintptr) {
		_, err = unix.MmapPtr(int(fd), int64(off), unsafe.Pointer(unsafe.SliceData(over)), uintptr(len(over)), unixProt[p], unix.MAP_PRIVATE|unix.MAP_FIXED)
	})
	if err = errors.Join(cerr, err); err != nil {
		return sysError("mmap", address(over), uint64(len(over)), err)
	}
	return nil
}

var unixProt = [...]int{
	protRW: unix.PROT_READ | unix.PROT_WRITE,
	protR:  unix.PROT_READ,
	protRX: unix.PROT_READ | unix.PROT_EXEC,
}

func protect(b []byte, p prot) error {
	err := unix.Mprotect(b, unixProt[p])
	if err == nil {
		return nil
	}
	e := sysError("mprotect", address(b), uint64(len(b)), err)
	if p == protRX && (errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)) {
		e.Kind = ErrExecDenied
	}
	return e
}

func sysError(op string, addr, size uint64, err error) *SystemError {
	e := &SystemError{Op: op, Addr: addr, Size: size, Err: err}
	if errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EAGAIN) {
		e.Kind = ErrNoSpace
	}
	return e
}
