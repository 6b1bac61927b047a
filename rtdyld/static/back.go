package static

import "github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"

// Callback is a C function that calls a Go function, until it is closed.
type Callback interface {
	Addr() uint64
	Close() error
}

// NewCallback makes a C function of a Go function, in a program that imports package static/callback, whose New says what that may be and what a
// panic does; in others, and where that package does nothing, the error is an [*UnsupportedError] that says so. It is for
// packages that are to build either way; others use package callback itself.
func NewCallback(fn any) (Callback, error) {
	if cross.Here == nil {
		return nil, noCallbacks()
	}
	return cross.Here.New(fn)
}
