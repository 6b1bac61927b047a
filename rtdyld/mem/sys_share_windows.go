package mem

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

func hostSharing() sharing {
	return sharing{share: share, fits: func(*os.File, uint64) error { return nil }, attach: attach, detach: detach, reveal: reveal, punch: punch}
}

// share makes a section of the paging file, of which pages are reserved only (SEC_RESERVE).
// The permissions are what views can have at most.
func share(size uint64) (*os.File, error) {
	const secReserve = 0x4000000 // winnt.h
	h, err := windows.CreateFileMapping(windows.InvalidHandle, nil, windows.PAGE_EXECUTE_READWRITE|secReserve, uint32(size>>32), uint32(size), nil)
	if err != nil {
		return nil, sysError("CreateFileMapping", 0, size, err)
	}
	return os.NewFile(uintptr(h), "section"), nil
}

var procMapView = windows.NewLazySystemDLL("kernel32.dll").NewProc("MapViewOfFileEx")

// attach maps a view where a reservation was; somebody else may be quicker to take the
// address (errTaken).
//
// A view that is not writable must not be executable and writable even for a moment,
// although it can be made either later. Such a view has no access to pages that are
// reserved, and all of them are committed through it, without access. Pages are committed
// for all views at a time, so the other one, which has none before, is writable then.
func attach(f *os.File, over []byte, writable bool) ([]byte, error) {
	at, size := address(over), uint64(len(over))
	if err := unmap(over); err != nil {
		return nil, err
	}
	access := uint32(windows.FILE_MAP_READ | windows.FILE_MAP_WRITE)
	if !writable {
		access |= windows.FILE_MAP_EXECUTE
	}
	p, _, err := procMapView.Call(f.Fd(), uintptr(access), 0, 0, uintptr(size), uintptr(at))
	if p == 0 {
		if errors.Is(err, windows.ERROR_INVALID_ADDRESS) {
			err = errTaken
		}
		return nil, sysError("MapViewOfFileEx", at, size, err)
	}
	b := unsafe.Slice((*byte)(unsafe.Add(nil, p)), int(size))
	if writable {
		return b, nil
	}
	if _, err := windows.VirtualAlloc(p, uintptr(size), windows.MEM_COMMIT, windows.PAGE_NOACCESS); err != nil {
		return nil, errors.Join(sysError("VirtualAlloc", at, size, err), detach(b))
	}
	return b, nil
}

func detach(b []byte) error {
	if err := windows.UnmapViewOfFile(uintptr(address(b))); err != nil {
		return sysError("UnmapViewOfFile", address(b), uint64(len(b)), err)
	}
	return nil
}

func reveal(b []byte, p prot) error {
	err := windows.VirtualProtect(uintptr(address(b)), uintptr(len(b)), windowsProt[p], &ignored)
	if errors.Is(err, windows.ERROR_INVALID_ADDRESS) && p != protRX {
		// Wine (8.0) does not see in one view that pages were committed through another.
		_, err = windows.VirtualAlloc(uintptr(address(b)), uintptr(len(b)), windows.MEM_COMMIT, windowsProt[p])
	}
	if err == nil {
		return nil
	}
	e := sysError("VirtualProtect", address(b), uint64(len(b)), err)
	if p == protRX && (errors.Is(err, windows.ERROR_DYNAMIC_CODE_BLOCKED) || errors.Is(err, windows.ERROR_ACCESS_DENIED)) {
		e.Kind = ErrExecDenied
	}
	return e
}

// punch reports that pages of a section cannot be given back one by one.
func punch(_ *os.File, off, size uint64) error {
	return &SystemError{Op: "decommit", Addr: off, Size: size, Err: errors.ErrUnsupported}
}
