package mem

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hostSystem returns the functions of this host. What differs from Linux: there is
// no list of mappings, so that no slab is placed near an address, and there are no
// huge pages to ask for. Code is written, then made executable by mprotect, never
// in memory of MAP_JIT. A program with the hardened runtime needs the entitlement
// com.apple.security.cs.allow-unsigned-executable-memory. Compiled and vetted, but
// never run by the project's tests.
func hostSystem(bool) (*system, error) {
	return &system{
		page:     uint64(os.Getpagesize()),
		reserve:  reserve,
		unmap:    unmap,
		protect:  protect,
		mapFile:  mapFile,
		discard:  discard,
		huge:     func([]byte) {},
		populate: func([]byte) {},
		flush:    flushICache,
		maps:     func() ([]span, error) { return nil, &SystemError{Op: "read maps", Err: errors.ErrUnsupported} },
	}, nil
}

// flagExact is no flag: macOS takes an address that is not to be replaced for a hint.
const flagExact = 0

// discard maps fresh pages in place of the old ones, writable as those of a stripe
// that are free: madvise(2) does not make pages zero here.
func discard(b []byte) error {
	const flags = unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_NORESERVE | unix.MAP_FIXED
	_, err := unix.MmapPtr(-1, 0, unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b)), unix.PROT_READ|unix.PROT_WRITE, flags)
	if err != nil {
		return sysError("mmap", address(b), uint64(len(b)), err)
	}
	return nil
}
