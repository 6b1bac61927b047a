//go:build !linux

package gate

import (
	"fmt"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// startProcess fails: there is no executor for this system.
func startProcess(*Options, string) (*process, error) {
	return nil, fmt.Errorf("sessions on %s: %w", runtime.GOOS, objfmt.ErrUnsupported)
}

// ended says how a process ended.
func ended(st *os.ProcessState, crash []byte) *wire.End {
	return &wire.End{Status: int32(st.ExitCode()), Crash: crash}
}
