//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386))

package keeper

import (
	"errors"
	"os"
)

// Possible says that there are executors on this system.
const Possible = false

// Self is a path that this process starts its own program by.
func Self() (string, error) { return os.Executable() }

// Ours is an error: there are no executors on this system.
func (*Options) Ours() error { return errors.ErrUnsupported }

// OnFirstThread is not asked for on this system.
func OnFirstThread() bool { return true }

// Keep does nothing: there are no executors on this system.
func (*Options) Keep() (status int, ok bool) { return 0, false }

// Adopt does nothing: there are no executors on this system.
func Adopt() (end func()) { return func() {} }
