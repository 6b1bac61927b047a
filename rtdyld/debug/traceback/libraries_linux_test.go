//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestImageGone reads an image's headers while another thread takes them away and brings them back, as one does that
// opens and closes libraries.
func TestImageGone(t *testing.T) {
	exe, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer exe.Close()
	page := uintptr(os.Getpagesize())
	m := func(addr uintptr, flags int) (uintptr, unix.Errno) {
		at, _, errno := unix.Syscall6(unix.SYS_MMAP, addr, page, unix.PROT_READ, uintptr(unix.MAP_PRIVATE|flags), exe.Fd(), 0)
		return at, errno
	}
	base, errno := m(0, 0)
	if errno != 0 {
		t.Fatal(errno)
	}
	image(base) // whether it is one with call frame information depends on how the test was linked
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			if _, _, errno := unix.Syscall(unix.SYS_MPROTECT, base, page, unix.PROT_NONE); errno != 0 {
				t.Error(errno)
				return
			}
			if at, errno := m(base, unix.MAP_FIXED); at != base || errno != 0 {
				t.Error(errno)
				return
			}
		}
	}()
	for range 20_000 {
		image(base)
	}
	close(stop)
	<-done
	if _, _, errno := unix.Syscall(unix.SYS_MUNMAP, base, page, 0); errno != 0 {
		t.Error(errno)
	}
}
