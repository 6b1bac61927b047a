package prompt

import (
	"errors"
	"io"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// moment is how long a thread waits in the system: to wake it there takes less than to wake a goroutine, but meanwhile it may
// keep a processor from others.
const moment = 100 * time.Microsecond

// Reader reads a socket in non-blocking mode. One goroutine at a time uses it.
type Reader struct {
	raw  syscall.RawConn
	read func(fd uintptr) bool
	b    []byte
	n    int
	err  error
}

// NewReader makes a reader of a connection, which stays the caller's.
func NewReader(c syscall.Conn) (*Reader, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	r := &Reader{raw: raw}
	r.read = r.try
	return r, nil
}

// Read implements io.Reader.
func (r *Reader) Read(b []byte) (int, error) {
	r.b, r.n, r.err = b, 0, nil
	err := r.raw.Read(r.read)
	if err == nil {
		err = r.err
	}
	return r.n, err
}

// try reads what there is, or will be in a moment. It reports false if that is nothing.
func (r *Reader) try(fd uintptr) bool {
	for waited := false; ; {
		n, err := unix.Read(int(fd), r.b)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EAGAIN) && waited:
			return false
		case errors.Is(err, unix.EAGAIN):
			t := unix.NsecToTimespec(int64(moment))
			p := unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
			_, _, _ = syscall.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&p)), 1, uintptr(unsafe.Pointer(&t)), 0, 0, 0)
			waited = true
			continue
		case err == nil && n == 0:
			err = io.EOF
		}
		r.n, r.err = max(n, 0), err
		return true
	}
}
