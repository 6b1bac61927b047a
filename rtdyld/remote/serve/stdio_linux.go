package serve

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// next reads what is in the pipe, and waits for something if asked to.
func (o *output) next(wait bool) (b []byte, err error) {
	raw, err := o.from.SyscallConn()
	if err != nil {
		return nil, err
	}
	b = make([]byte, stdioChunk)
	n := 0
	wrong := raw.Read(func(fd uintptr) bool {
		o.mu.Lock() // so that total counts each byte once
		defer o.mu.Unlock()
		for {
			n, err = unix.Read(int(fd), b)
			switch {
			case errors.Is(err, unix.EINTR):
				continue
			case errors.Is(err, unix.EAGAIN):
				n, err = 0, nil
				return !wait
			case n == 0 && err == nil:
				err = io.EOF
			}
			o.read += uint64(max(n, 0))
			return true
		}
	})
	if wrong != nil {
		err = wrong
	}
	return b[:max(n, 0)], err
}

// total is how many bytes have been written to the pipe.
func (o *output) total() uint64 {
	raw, err := o.from.SyscallConn()
	if err != nil {
		return o.read
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	waiting := uint32(0)
	raw.Control(func(fd uintptr) {
		if n, err := unix.IoctlGetUint32(int(fd), unix.TIOCINQ); err == nil {
			waiting = n
		}
	})
	return o.read + uint64(waiting)
}
