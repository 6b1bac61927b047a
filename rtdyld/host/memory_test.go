//go:build linux && amd64

package host

import (
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// holeAfterPage maps a page with nothing mapped behind it and returns where the
// hole begins.
func holeAfterPage(t *testing.T) (hole uint64, unmap func()) {
	t.Helper()
	page := os.Getpagesize()
	m, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	hole = uint64(uintptr(unsafe.Pointer(&m[page])))
	if _, err := unix.MremapPtr(unsafe.Pointer(&m[0]), uintptr(2*page), nil, uintptr(page), 0); err != nil {
		t.Fatal(err)
	}
	return hole, func() {
		if err := unix.MunmapPtr(unsafe.Pointer(&m[0]), uintptr(page)); err != nil {
			t.Error(err)
		}
	}
}
