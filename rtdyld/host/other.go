//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) && !(windows && amd64)

package host

import (
	"context"
	"os"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Process is this process as linkers see it. There is none on this system.
type Process struct{ _ struct{} }

// LinkerConfig fails with [ErrSystem] on this system.
func LinkerConfig(libraries ...string) (rtdyld.Config, error) {
	return rtdyld.Config{}, systemError("")
}

// Open fails with [ErrSystem] on this system.
func Open(cfg Config) (*Process, error) { return nil, systemError("") }

// LinkerConfig is never called: there is no Process on this system.
func (p *Process) LinkerConfig() rtdyld.Config { return rtdyld.Config{} }

// Provides is never called: there is no Process on this system.
func (p *Process) Provides(name string) bool { return false }

// Callback is a C function that calls a Go function. There is none on this system.
type Callback struct{ _ struct{} }

// NewCallback fails with [ErrSystem] on this system.
func NewCallback(fn any, cfg CallbackConfig) (*Callback, error) { return nil, systemError("callbacks") }

// NewCallbackAs fails with [ErrSystem] on this system.
func NewCallbackAs(sig *ctype.Func, fn func(*abi.Received), cfg CallbackConfig) (*Callback, error) {
	return nil, systemError("callbacks")
}

// Addr is never called: there is no Callback on this system.
func (c *Callback) Addr() uint64 { return 0 }

// Close is never called: there is no Callback on this system.
func (c *Callback) Close() error { return ErrCallbackClosed }

// Callbacks is 0 on this system.
func Callbacks() int { return 0 }

// Do calls f. There are no callbacks on this system.
func Do(ctx context.Context, f func()) error {
	f()
	return nil
}

// NewCallback fails with [ErrSystem] on this system.
func (p *Process) NewCallback(fn any, cfg CallbackConfig) (*Callback, error) {
	return nil, systemError("callbacks")
}

// Callback fails with [ErrSystem] on this system.
func (p *Process) Callback(fn any) (uint64, error) { return 0, systemError("callbacks") }

// Caller is never called: there is no Process on this system.
func (p *Process) Caller() abi.Caller { return nil }

// Attach fails with [ErrSystem] on this system.
func (p *Process) Attach(ctx context.Context, objs []*RemoteObject, init, fini []uint64) error {
	return systemError("")
}

// Detach fails with [ErrSystem] on this system.
func (p *Process) Detach(ctx context.Context, objs []*RemoteObject, fini []uint64) error {
	return systemError("")
}

// Close fails with [ErrSystem] on this system.
func (p *Process) Close() error { return systemError("") }

// RunMain fails with [ErrSystem] on this system.
func RunMain(ctx context.Context, caller abi.Caller, addr uint64, args, env []string) (int, error) {
	return 0, systemError("")
}

// FlushStdio fails with [ErrSystem] on this system.
func FlushStdio() error { return systemError("") }

// Exit is os.Exit.
func Exit(status int) { os.Exit(status) }

// Alone is true: no loaded code has run.
func Alone() bool { return true }
