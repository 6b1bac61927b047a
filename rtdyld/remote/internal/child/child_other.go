//go:build !linux

package child

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Ties are the ends of this process.
type Ties struct {
	Conn *net.UnixConn // requests
	Pass *net.UnixConn // descriptors
}

// Tie fails: there is no executor for this system.
func Tie(*exec.Cmd, bool) (*Ties, error) {
	return nil, fmt.Errorf("executors as children on %s: %w", runtime.GOOS, objfmt.ErrUnsupported)
}

// Started does nothing.
func (*Ties) Started() {}

// End does nothing.
func (*Ties) End() {}

// Close does nothing.
func (*Ties) Close() {}

// Ended has the status alone.
func (*Ties) Ended(st *os.ProcessState) (int, syscall.Signal, []byte) { return st.ExitCode(), 0, nil }
