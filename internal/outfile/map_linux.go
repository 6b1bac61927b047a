package outfile

import (
	"io"
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

// setAside has the file system set room aside for what is to be written next. Where it has not chosen the place of all of a file, as ext4 does while it
// writes, it writes a file that replaces another one to the disk as that is renamed, and the rename waits for it.
func setAside(f *os.File, size int) {
	if at, err := f.Seek(0, io.SeekCurrent); err == nil {
		_ = unix.Fallocate(int(f.Fd()), 0, at, int64(size)) // what writes tells what is wrong
	}
}
