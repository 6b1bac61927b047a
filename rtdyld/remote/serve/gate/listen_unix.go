//go:build unix

package gate

import (
	"errors"
	"net"
	"syscall"
)

// privately has files made that are for this user alone. The mask is the process's: what
// others make meanwhile is, too.
func privately(listen func() (net.Listener, error)) (net.Listener, error) {
	old := syscall.Umask(0o177)
	defer syscall.Umask(old)
	return listen()
}

// isRefused reports that nobody listens on a socket.
func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }
