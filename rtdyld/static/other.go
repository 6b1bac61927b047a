//go:build !(linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname)

package static

import (
	"context"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// Check reports whether C can run in this process, without libc: it cannot.
func Check() error {
	return &UnsupportedError{runtime.GOOS + "/" + runtime.GOARCH, "C runs in static programs on linux/amd64 and linux/arm64, built with CGO_ENABLED=0 and without the tag rtdyld_nolinkname"}
}

// Exit is os.Exit.
func Exit(status int) { os.Exit(status) }

func open(context.Context, Config) (program.World, error) { return nil, Check() }

// RunMain is never called: there is no Process on this system.
func (p *Process) RunMain(context.Context, uint64, []string, []string) (int, error) {
	return 0, Check()
}

// Origin is never called: there is no Process on this system.
func (p *Process) Origin(string) string { return "" }

// Attach is never called: there is no Process on this system.
func (p *Process) Attach(context.Context, []uint64) error { return Check() }

// Detach is never called: there is no Process on this system.
func (p *Process) Detach(context.Context, []mem.Range, []uint64) error { return Check() }

// FlushStdio is never called: there is no Process on this system.
func (p *Process) FlushStdio() error { return Check() }
