package outfile

import (
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps the first size bytes of a file, for which it has the file system set room aside: a full one would be a signal otherwise.
// nil: it cannot be done there.
func mapFile(f *os.File, size uint64) []byte {
	if size > math.MaxInt || unix.Fallocate(int(f.Fd()), 0, 0, int64(size)) != nil {
		return nil
	}
	mem, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil // all of what is set aside will be written
	}
	return mem
}

func unmapFile(mem []byte) error { return unix.Munmap(mem) }
