//go:build !linux

package remote

import (
	"context"
)

// Start starts an executor as a child of this process. Here the error is a *[StartError]
// that matches [objfmt.ErrUnsupported].
func Start(_ context.Context, cmd Command) (*Executor, error) {
	return nil, &StartError{Path: cmd.Path, Err: &UnsupportedError{"executors as children on this system"}}
}

// passer passes descriptors to an executor on this machine. Here none can be passed.
type passer struct{}

func dialPasser(context.Context, string, string) (*passer, error) {
	return nil, &UnsupportedError{"passing descriptors on this system"}
}

func (*passer) send(int) (uint64, error) {
	return 0, &UnsupportedError{"passing descriptors on this system"}
}

func (*passer) close() {}
