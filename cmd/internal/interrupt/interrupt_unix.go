//go:build unix

package interrupt

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ending are the signals that a command cleans up for.
var ending = []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP}

// die ends the process by a signal, so that who waits for it sees that.
func die(sig os.Signal) {
	s := sig.(syscall.Signal)
	signal.Reset(s)
	_ = unix.Kill(os.Getpid(), s)
	time.Sleep(time.Second) // until it comes
	os.Exit(128 + int(s))
}
