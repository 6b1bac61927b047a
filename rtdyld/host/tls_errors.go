package host

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TLSError reports thread-locals that cannot be placed in this process. It matches
// rtdyld.ErrTLS.
type TLSError struct {
	Object string // whose thread-locals they are, or the name of one in a library
	Size   uint64 // bytes wanted in each thread
	Align  uint64 // bytes
	Used   uint64 // bytes that thread-locals of loaded objects have in each thread
	Err    error  // what is in the way
}

func (e *TLSError) Error() string {
	return fmt.Sprintf("thread-locals of %s, %d bytes aligned to %d, beside %d bytes in use: %v", e.Object, e.Size, e.Align, e.Used, e.Err)
}

// Unwrap returns Err.
func (e *TLSError) Unwrap() error { return e.Err }

// Is matches rtdyld.ErrTLS.
func (e *TLSError) Is(target error) bool { return target == rtdyld.ErrTLS }
