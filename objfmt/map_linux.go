package objfmt

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps the first size bytes of f privately and read-only.
func mapFile(f *os.File, size int64) ([]byte, error) {
	if size == 0 {
		return nil, nil // mmap refuses an empty mapping
	}
	if int64(int(size)) != size {
		return nil, unix.EFBIG
	}
	return unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_PRIVATE)
}

func unmapFile(b []byte) error { return unix.Munmap(b) }

// prefault maps the pages that the page cache holds (Linux 5.14).
func prefault(b []byte) { unix.Madvise(b, unix.MADV_POPULATE_READ) }
