//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
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
	// Not by mremap(2): qemu 7.2 takes what is mapped behind the two pages, too.
	if err := unix.MunmapPtr(unsafe.Pointer(&m[page]), uintptr(page)); err != nil {
		t.Fatal(err)
	}
	return hole, func() {
		if err := unix.MunmapPtr(unsafe.Pointer(&m[0]), uintptr(page)); err != nil {
			t.Error(err)
		}
	}
}

func TestReadMemory(t *testing.T) {
	page := os.Getpagesize()
	want := []byte("sixteen bytes ok")
	c, err := getLibc()
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.newVector([]string{string(want)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.release(v.addr)
	addr := uint64(peek[uintptr](v.addr))
	read := func(a uint64, b []byte) error { return readMemory(context.Background(), a, b) }
	got := make([]byte, len(want))
	if err := read(addr, got); err != nil || string(got) != string(want) {
		t.Errorf("%q, %v", got, err)
	}
	if err := read(addr, nil); err != nil {
		t.Errorf("nothing: %v", err)
	}
	hole, unmap := holeAfterPage(t)
	for _, a := range []uint64{0, 8, hole, hole - 8, 1 << 47, 1<<63 - 8, 1 << 63, ^uint64(0) - 7, ^uint64(0)} {
		if err := read(a, make([]byte, 16)); err == nil {
			t.Errorf("read 16 bytes at %#x", a)
		}
	}
	if err := read(hole-uint64(page), make([]byte, page)); err != nil {
		t.Errorf("page before the hole: %v", err)
	}
	unmap()
	var re *ReadError
	if err := readMemory(context.Background(), 8, make([]byte, 4)); !errors.As(err, &re) || re.Addr != 8 || re.Size != 4 {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := readMemory(ctx, addr, make([]byte, 4)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
