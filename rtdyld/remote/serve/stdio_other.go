//go:build !linux

package serve

import (
	"errors"
	"io"
)

// next reads from the pipe. This system has no way not to wait.
func (o *output) next(wait bool) ([]byte, error) {
	if !wait {
		return nil, io.EOF
	}
	b := make([]byte, stdioChunk)
	n, err := o.from.Read(b)
	o.mu.Lock()
	o.read += uint64(n)
	o.mu.Unlock()
	if n > 0 {
		err = nil
	}
	return b[:n], errors.Join(err)
}

// total is how many bytes have been read from the pipe.
func (o *output) total() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.read
}
