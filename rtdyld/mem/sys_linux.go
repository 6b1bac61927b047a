package mem

import (
	"fmt"
	"os"
	"runtime"

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
		sharing: hostSharing(),
	}, nil
}

// flagExact has mmap(2) take an address or fail.
const flagExact = unix.MAP_FIXED_NOREPLACE

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
