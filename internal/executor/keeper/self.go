//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package keeper

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Possible says that there are executors on this system.
const Possible = true

// running leads to the file of the program that looks at it, whatever has its name by now.
const running = "/proc/self/exe"

// Self is a path that this process starts its own program by: the file's, or another one if it has been removed or replaced
// since. Under an emulator it is that of the emulated program.
func Self() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(running) // emulators lead that to the program, and nothing else
	if err != nil {
		return path, nil
	}
	defer f.Close()
	own, err := f.Stat()
	if err != nil {
		return path, nil
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(own, named) {
		return running, nil
	}
	return path, nil
}

// errStranger says that this process was not started by its own program.
var errStranger = errors.New("this is for the program itself to start an executor by")

// Ours returns nil if another process of the same user and the same program has started this one as an executor, by hand or by a
// program it cannot be: the other end of its connection has to be what that process has made.
func (o *Options) Ours() error {
	if o.FD < 0 || o.Listen != "" || o.Version {
		return errStranger
	}
	maker, err := unix.GetsockoptUcred(o.FD, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return fmt.Errorf("%w: -fd %d: %w", errStranger, o.FD, err)
	}
	parent := maker // which a keeper stands between
	if o.Kept {
		if parent, err = unix.GetsockoptUcred(o.Share, unix.SOL_SOCKET, unix.SO_PEERCRED); err != nil {
			return fmt.Errorf("%w: -share %d: %w", errStranger, o.Share, err)
		}
	}
	if maker.Pid <= 0 || int(parent.Pid) != os.Getppid() || int(maker.Uid) != os.Geteuid() || int(parent.Uid) != os.Geteuid() {
		return errStranger
	}
	own, err := os.Stat(running)
	if err != nil {
		return err
	}
	// A process that hides itself, and one outside a sandbox, cannot be seen.
	other, err := os.Stat(fmt.Sprintf("/proc/%d/exe", maker.Pid))
	if err == nil && !os.SameFile(own, other) {
		return errStranger
	}
	return nil
}

// OnFirstThread reports whether the caller runs on the process's first thread.
func OnFirstThread() bool { return unix.Gettid() == unix.Getpid() }
