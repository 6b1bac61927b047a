package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
)

// A callback's panic on the goroutine of the engine's caller goes through the engine, which cleans up. On a goroutine of the engine's own
// (an errand) no caller could recover from it, and a flight is others', too: there it is an error.

// PanicError says that a callback panicked while a module was loaded, or on a goroutine of the engine's own. It is the cause of the *ModuleError of the
// module at work, and does not unwrap to Value: a panic with an error is not that error.
type PanicError struct {
	// Callback is what panicked: its name in the engine's Config, as "Compiler.Compile" or "Config.OnLoaded"; the
	// function's where the linker or a list of listeners calls it, as "main.(*arena).Allocate".
	Callback string
	Value    any    // that it panicked with
	Stack    []byte // of the goroutine, as [debug.Stack] has it
}

func (e *PanicError) Error() string { return fmt.Sprintf("%s panicked: %v", e.Callback, e.Value) }

// errEnded is the error of what a callback has ended the goroutine of ([runtime.Goexit]).
var errEnded = errors.New("a callback has ended the goroutine")

// caught runs f on a goroutine of the engine's own: a panic is a *PanicError, which the Logger is told of, too, since
// the call that is to be given it may have left. callback names what f calls; empty: its function does.
func (e *Engine) caught(callback string, f func() error) (err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if callback == "" {
			callback = nested.Panicked(callers...)
		}
		p := &PanicError{callback, v, debug.Stack()}
		err = p
		e.logError("callback panicked", slog.String("callback", p.Callback), slog.Any("value", p.Value), slog.String("stack", string(p.Stack)))
	}()
	return f()
}

// logError makes a record of what went wrong and may be told by nothing else. A panic of the Logger itself has nowhere to go.
func (e *Engine) logError(what string, attrs ...slog.Attr) {
	if e.cfg.Logger == nil {
		return
	}
	defer func() { _ = recover() }()
	e.cfg.Logger.LogAttrs(context.Background(), slog.LevelError, what, attrs...)
}

// callers are the packages that call callbacks of an engine.
var callers = []string{reflect.TypeFor[Engine]().PkgPath(), reflect.TypeFor[rtdyld.Linker]().PkgPath(), reflect.TypeFor[stubs.Table]().PkgPath()}
