//go:build !unix

package gate

import (
	"fmt"
	"net"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// privately fails: a socket here would be for all users.
func privately(func() (net.Listener, error)) (net.Listener, error) {
	return nil, fmt.Errorf("Unix sockets on %s: %w", runtime.GOOS, objfmt.ErrUnsupported)
}

// isRefused reports that nobody listens on a socket.
func isRefused(error) bool { return false }
