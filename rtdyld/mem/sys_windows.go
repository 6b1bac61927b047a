package mem

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// hostSystem returns the functions of this host. exec says that code is to run.
//
// A reservation of Windows is a unit: it begins at a multiple of 64 KiB, cannot be
// cut, and its pages are committed, which is what protect does when it makes them
// writable. Discarding takes them out of commitment again.
func hostSystem(exec bool) (*system, error) {
	if exec && runtime.GOARCH != "amd64" && runtime.GOARCH != "386" {
		// FlushInstructionCache would do; nobody has run it there.
		return nil, fmt.Errorf("mem: executable memory on windows/%s: %w", runtime.GOARCH, objfmt.ErrUnsupported)
	}
	return &system{
		page:     uint64(os.Getpagesize()),
		whole:    true,
		hides:    true,
		reserve:  reserve,
		unmap:    unmap,
		protect:  protect,
		discard:  discard,
		huge:     func([]byte) {}, // large pages are a privilege here
		populate: func([]byte) {},
		flush:    flushICache,
		maps:     maps,
		sharing:  hostSharing(),
	}, nil
}

func reserve(addr, size uint64, how mapping) ([]byte, error) {
	if size != uint64(uintptr(size)) || addr != uint64(uintptr(addr)) {
		return nil, &SystemError{Op: "VirtualAlloc", Addr: addr, Size: size, Err: windows.ERROR_NOT_ENOUGH_MEMORY, Kind: ErrNoSpace}
	}
	p, err := windows.VirtualAlloc(uintptr(addr), uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		if how == mapExact && errors.Is(err, windows.ERROR_INVALID_ADDRESS) {
			err = errTaken
		}
		return nil, sysError("VirtualAlloc", addr, size, err)
	}
	b := unsafe.Slice((*byte)(unsafe.Add(nil, p)), int(size))
	if how == mapExact && uint64(p) != addr { // rounded down
		return nil, errors.Join(sysError("VirtualAlloc", addr, size, errTaken), unmap(b))
	}
	return b, nil
}

// unmap gives back a whole reservation.
func unmap(b []byte) error {
	if err := windows.VirtualFree(uintptr(address(b)), 0, windows.MEM_RELEASE); err != nil {
		return sysError("VirtualFree", address(b), uint64(len(b)), err)
	}
	return nil
}

var windowsProt = [...]uint32{
	protRW: windows.PAGE_READWRITE,
	protR:  windows.PAGE_READONLY,
	protRX: windows.PAGE_EXECUTE_READ,
}

// ignored is where VirtualProtect writes what nobody reads; memory of its own would be
// an allocation each time.
var ignored uint32

// protect changes the permissions of pages; those that are to be written are
// committed first if they are not.
func protect(b []byte, p prot) error {
	at, size := uintptr(address(b)), uintptr(len(b))
	if p == protRW {
		if _, err := windows.VirtualAlloc(at, size, windows.MEM_COMMIT, windows.PAGE_READWRITE); err != nil {
			return sysError("VirtualAlloc", address(b), uint64(len(b)), err)
		}
	}
	err := windows.VirtualProtect(at, size, windowsProt[p], &ignored)
	if err == nil {
		return nil
	}
	e := sysError("VirtualProtect", address(b), uint64(len(b)), err)
	if p == protRX && (errors.Is(err, windows.ERROR_DYNAMIC_CODE_BLOCKED) || errors.Is(err, windows.ERROR_ACCESS_DENIED)) {
		e.Kind = ErrExecDenied // the process has ProcessDynamicCodePolicy
	}
	return e
}

// discard takes pages out of commitment: they are zero when protect commits them
// again.
func discard(b []byte) error {
	if err := windows.VirtualFree(uintptr(address(b)), uintptr(len(b)), windows.MEM_DECOMMIT); err != nil {
		return sysError("VirtualFree", address(b), uint64(len(b)), err)
	}
	return nil
}

var procFlush = windows.NewLazySystemDLL("kernel32.dll").NewProc("FlushInstructionCache")

// flushICache makes code that was written visible to instruction fetch.
func flushICache(code []byte) error {
	r, _, err := syscall.SyscallN(procFlush.Addr(), uintptr(windows.CurrentProcess()), uintptr(address(code)), uintptr(len(code)))
	if r == 0 {
		return sysError("FlushInstructionCache", address(code), uint64(len(code)), err)
	}
	return nil
}

// maps lists what VirtualQuery says is not free, and last what is beyond the end of
// the address space. Neighbours are joined.
func maps() ([]span, error) {
	const memFree = 0x10000 // MEM_FREE (winnt.h)
	var spans []span
	for at := uintptr(0); ; {
		var info windows.MemoryBasicInformation
		if err := windows.VirtualQuery(at, &info, unsafe.Sizeof(info)); err != nil {
			if len(spans) == 0 {
				return nil, &SystemError{Op: "VirtualQuery", Addr: uint64(at), Err: err}
			}
			return append(spans, span{uint64(at), 1<<64 - 1}), nil
		}
		lo, hi := uint64(info.BaseAddress), uint64(info.BaseAddress)+uint64(info.RegionSize)
		if info.State != memFree {
			if n := len(spans); n > 0 && spans[n-1].hi == lo {
				spans[n-1].hi = hi
			} else {
				spans = append(spans, span{lo, hi})
			}
		}
		if hi != uint64(uintptr(hi)) || uintptr(hi) <= at {
			return spans, nil
		}
		at = uintptr(hi)
	}
}

func sysError(op string, addr, size uint64, err error) *SystemError {
	e := &SystemError{Op: op, Addr: addr, Size: size, Err: err}
	if errors.Is(err, windows.ERROR_NOT_ENOUGH_MEMORY) || errors.Is(err, windows.ERROR_COMMITMENT_LIMIT) {
		e.Kind = ErrNoSpace
	}
	return e
}
