package mem

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// hostSystem returns the functions of this host. exec says that code is to run.
func hostSystem(exec bool) (*system, error) {
	if exec && !canFlush {
		return nil, fmt.Errorf("mem: executable memory on linux/%s: %w", runtime.GOARCH, objfmt.ErrUnsupported)
	}
	s := &system{
		page:     uint64(os.Getpagesize()),
		reserve:  reserve,
		unmap:    unmap,
		protect:  protect,
		mapFile:  mapFile,
		discard:  discard,
		huge:     func(b []byte) { _ = unix.Madvise(b, unix.MADV_HUGEPAGE) },
		populate: func(b []byte) { _ = unix.Madvise(b, unix.MADV_POPULATE_WRITE) },
		flush:    flushICache,
		maps:     maps,
		sharing:  hostSharing(),
	}
	if returnsOne != nil {
		s.write, s.writes = writeOwn, ownWrites
	}
	return s, nil
}

// flagExact has mmap(2) take an address or fail.
const flagExact = unix.MAP_FIXED_NOREPLACE

func discard(b []byte) error {
	if err := unix.Madvise(b, unix.MADV_DONTNEED); err != nil {
		return sysError("madvise", address(b), uint64(len(b)), err)
	}
	return nil
}

// mapsFile is /proc/self/maps, if Preopen has opened it.
var mapsFile atomic.Pointer[os.File]

// Preopen opens the files of /proc that this package reads, so that it goes on working in
// a process that may open none from then on: one in a sandbox. They stay open as long as
// the process lives. It may be called again, which does nothing.
func Preopen() error {
	f, err := os.Open(mapsPath)
	if err != nil {
		return &SystemError{Op: "open maps", Err: err}
	}
	if !mapsFile.CompareAndSwap(nil, f) {
		return f.Close()
	}
	return nil
}

const mapsPath = "/proc/self/maps"

// readMaps reads the text of the process's mappings.
func readMaps() ([]byte, error) {
	if f := mapsFile.Load(); f != nil {
		return io.ReadAll(io.NewSectionReader(f, 0, math.MaxInt64))
	}
	return os.ReadFile(mapsPath)
}

func maps() ([]span, error) {
	text, err := readMaps()
	if err == nil {
		var spans []span
		if spans, err = parseMaps(text); err == nil {
			return spans, nil
		}
	}
	return nil, &SystemError{Op: "read maps", Err: err}
}
