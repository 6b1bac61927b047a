//go:build !(linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname && !go1.28)

package callback

import (
	"context"
	"runtime"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
)

// This file changes nothing in the program.

func init() { cross.Why = why() }

// why says what is missing.
func why() string {
	if err := static.Check(); err != nil {
		return err.Error()
	}
	return "package callback knows the runtime of go1.26 and go1.27, not that of " + runtime.Version()
}

func refused() error { return &static.UnsupportedError{What: "callbacks", Why: cross.Why} }

func create(any, Config) (cross.Callback, error) { return nil, refused() }

func createAs(*ctype.Func, func(*abi.Received), Config) (cross.Callback, error) {
	return nil, refused()
}

func count() int { return 0 }

func do(_ context.Context, f func()) error {
	f()
	return nil
}
