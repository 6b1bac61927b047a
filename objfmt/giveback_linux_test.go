package objfmt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// present says of each page of a mapping whether this process has it in its tables, by /proc/self/pagemap (proc(5)).
func present(t *testing.T, b []byte) []bool {
	t.Helper()
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := uintptr(os.Getpagesize())
	words := make([]byte, 8*((uintptr(len(b))+page-1)/page))
	if _, err := f.ReadAt(words, int64(8*(address(b)/page))); err != nil {
		t.Fatal(err)
	}
	is := make([]bool, len(words)/8)
	for i := range is {
		is[i] = binary.NativeEndian.Uint64(words[8*i:])>>63 != 0
	}
	return is
}

// takesParts asks the kernel, by a descriptor of this process.
func takesParts(t *testing.T) bool {
	t.Helper()
	page := os.Getpagesize()
	b, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(b)
	fd, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	var parts [2]unix.Iovec
	for i := range parts {
		parts[i].Base = &b[i*page]
		parts[i].SetLen(page)
	}
	_, _, e := unix.Syscall6(unix.SYS_PROCESS_MADVISE, uintptr(fd), uintptr(unsafe.Pointer(&parts[0])), uintptr(len(parts)), unix.MADV_DONTNEED, 0, 0)
	return e == 0
}

// TestGiveBackMany: of more files than the kernel is asked for at a time, all pages go but those of records, whether it takes several parts
// in one call or one, and what is read again is as it was.
func TestGiveBackMany(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	page := os.Getpagesize()
	size := 40 * page
	dir := t.TempDir()
	var imgs []*ObjectImage
	for i := range 3*len(pages{}.parts)/2 + 1 {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(path, bytes.Repeat([]byte{byte(i + 1)}, size), 0o666); err != nil {
			t.Fatal(err)
		}
		b, err := OpenBuffer(path)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		imgs = append(imgs, &ObjectImage{Buffer: b, Sections: []Section{{Raw: b.Bytes()[20*page : 21*page]}}})
	}
	defer oneByOne.Store(oneByOne.Load())
	for _, together := range []bool{true, false} {
		oneByOne.Store(!together)
		for _, img := range imgs {
			img.Buffer.Prefault()
		}
		GiveBack(true, imgs...)
		for i, img := range imgs {
			for p, is := range present(t, img.Buffer.Bytes()) {
				if is != (p == 20) {
					t.Fatalf("together %t: page %d of file %d: present %t", together, p, i, is)
				}
			}
		}
		for i, img := range imgs {
			if b := img.Buffer.Bytes(); bytes.Count(b, []byte{byte(i + 1)}) != size {
				t.Fatalf("together %t: file %d has other contents now", together, i)
			}
		}
		if together && oneByOne.Load() && takesParts(t) {
			t.Error("the kernel takes several parts at a time, and was not given them")
		}
	}
}
