//go:build !unix

package interrupt

import (
	"os"
	"syscall"
)

// ending are the signals that a command cleans up for: on Windows Ctrl+C and Ctrl+Break, and the end of
// the session.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// controlC is STATUS_CONTROL_C_EXIT, 0xc000013a, by which Windows ends a program at Ctrl+C.
const controlC = -0x3ffffec6

// die ends the process with the status that Windows gives one.
func die(os.Signal) { os.Exit(controlC) }
