//go:build !linux

package prompt

import (
	"io"
	"syscall"
)

// Reader reads a connection.
type Reader struct{ io.Reader }

// NewReader makes a reader of a connection, which stays the caller's.
func NewReader(c syscall.Conn) (*Reader, error) { return &Reader{c.(io.Reader)}, nil }
