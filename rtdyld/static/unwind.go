//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// unwinder tells the unwinder that is linked, if there is one.
type unwinder struct{ c *libc }

// Formats implements [rtdyld.Unwinder].
func (u unwinder) Formats() rtdyld.UnwindFormat { return 0 }

// Register implements [rtdyld.Unwinder].
func (u unwinder) Register(context.Context, []rtdyld.UnwindTable) error { return nil }

// Deregister implements [rtdyld.Unwinder].
func (u unwinder) Deregister(context.Context, []rtdyld.UnwindTable) error { return nil }
