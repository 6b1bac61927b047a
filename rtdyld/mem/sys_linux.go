package mem

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// hostSystem returns the functions of this host. exec says that code is to run.
func hostSystem(exec bool) (*system, error) {
	if exec && !canFlush {
		return nil, fmt.Errorf("mem: executable memory on linux/%s: %w", runtime.GOARCH, objfmt.ErrUnsupported)
	}
	return &system{
		page:    uint64(os.Getpagesize()),
		reserve: reserve,
		unmap:   unmap,
		protect: protect,
		discard: discard,
		huge:    func(b []byte) { _ = unix.Madvise(b, unix.MADV_HUGEPAGE) },
		flush:   flushICache,
		maps:    maps,
	}, nil
}

// map32Bit is MAP_32BIT of mmap(2), which only x86-64 has.
const map32Bit = 0x40

func reserve(addr, size uint64, how mapping) ([]byte, error) {
	flags := unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_NORESERVE
	switch {
	case how == mapExact:
		flags |= unix.MAP_FIXED_NOREPLACE
	case how == mapLow && runtime.GOARCH == "amd64":
		flags |= map32Bit
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
		// Linux before 4.17 takes the flag for a hint.
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

var linuxProt = [...]int{
	protRW: unix.PROT_READ | unix.PROT_WRITE,
	protR:  unix.PROT_READ,
	protRX: unix.PROT_READ | unix.PROT_EXEC,
}

func protect(b []byte, p prot) error {
	err := unix.Mprotect(b, linuxProt[p])
	if err == nil {
		return nil
	}
	e := sysError("mprotect", address(b), uint64(len(b)), err)
	if p == protRX && (errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)) {
		e.Kind = ErrExecDenied
	}
	return e
}

func discard(b []byte) error {
	if err := unix.Madvise(b, unix.MADV_DONTNEED); err != nil {
		return sysError("madvise", address(b), uint64(len(b)), err)
	}
	return nil
}

func maps() ([]span, error) {
	text, err := os.ReadFile("/proc/self/maps")
	if err == nil {
		var spans []span
		if spans, err = parseMaps(text); err == nil {
			return spans, nil
		}
	}
	return nil, &SystemError{Op: "read maps", Err: err}
}

func sysError(op string, addr, size uint64, err error) *SystemError {
	e := &SystemError{Op: op, Addr: addr, Size: size, Err: err}
	if errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EAGAIN) {
		e.Kind = ErrNoSpace
	}
	return e
}
