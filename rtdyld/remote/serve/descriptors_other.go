//go:build !linux && !darwin

package serve

import (
	"fmt"
	"net"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Receive fails: this system passes no descriptors.
func (s *Server) Receive(*net.UnixConn) error {
	return fmt.Errorf("descriptors on %s: %w", runtime.GOOS, objfmt.ErrUnsupported)
}
