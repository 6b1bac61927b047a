//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package objfmt

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openFile maps a regular file privately and read-only, by open, fstat, mmap and close alone: an os.File would ask
// the kernel five things more, whether the file can be waited for among them. The descriptor does not wait: a named
// pipe is opened, found to be one, and closed. A file that small takes is read instead, and mapped is false; small may be nil.
func openFile(path string, small *Opener) (data []byte, mapped bool, err error) {
	fd, err := openNow(path, unix.O_NONBLOCK)
	if err != nil {
		if err := checkRegular(path); err != nil {
			return nil, false, err
		}
		if err == unix.EAGAIN { // a process has a lease on the file, and is told to give it up
			fd, err = openNow(path, 0)
		}
	}
	if err != nil {
		return nil, false, &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	return mapDescriptor(fd, path, small)
}

// readFile is openFile of an open file.
func readFile(f *os.File) (data []byte, err error) {
	c, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	if cerr := c.Control(func(fd uintptr) { data, _, err = mapDescriptor(int(fd), f.Name(), nil) }); cerr != nil {
		return nil, cerr
	}
	return data, err
}

// mapDescriptor maps the file behind a descriptor, or reads it if small takes it.
func mapDescriptor(fd int, path string, small *Opener) (data []byte, mapped bool, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, false, &os.PathError{Op: "stat", Path: path, Err: err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, false, notRegular(path)
	}
	if st.Size == 0 {
		return nil, false, nil // mmap refuses an empty mapping
	}
	if small.takes(st.Size) {
		data, err = readDescriptor(fd, path, small.take(int(st.Size)))
		return data, false, err
	}
	if int64(int(st.Size)) != st.Size {
		return nil, false, fmt.Errorf("%s: map: %w", path, unix.EFBIG)
	}
	// unix.Mmap keeps a table of all mappings, for nothing.
	p, err := unix.MmapPtr(fd, 0, nil, uintptr(st.Size), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, false, fmt.Errorf("%s: map: %w", path, err)
	}
	return unsafe.Slice((*byte)(p), st.Size), true, nil
}

// readDescriptor reads a file from its start into b, and returns how much of b it fills: it may have become shorter.
func readDescriptor(fd int, path string, b []byte) ([]byte, error) {
	n := readNow(fd, b)
	for n < len(b) {
		k, err := unix.Read(fd, b[n:])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, &os.PathError{Op: "read", Path: path, Err: err}
		}
		if k == 0 {
			break
		}
		n += k
	}
	return b[:n:n], nil
}

// openNow opens a file for reading, again if a signal comes in between.
func openNow(path string, flags int) (fd int, err error) {
	for {
		fd, err = unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NOCTTY|flags, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

func unmapFile(b []byte) error {
	return unix.MunmapPtr(unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b)))
}
