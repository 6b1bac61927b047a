package remote

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
)

// PanicError says that a callback panicked on a goroutine of this package's own, where nobody else could recover from it: what
// starts an executor of a [Pool], of which it is the error; Stdin, Stdout or Stderr, which are not used any more, while the executor goes on and
// Config.Logger has an error record.
type PanicError struct {
	Callback string // "Pool's source", "Config.Stdout"
	Value    any    // that it panicked with
	Stack    []byte // of the goroutine, as [debug.Stack] has it
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("remote: %s panicked: %v", e.Callback, e.Value)
}

// guarded calls a callback on a goroutine of this package's own.
func guarded(callback string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{callback, v, debug.Stack()}
		}
	}()
	return f()
}

// guardedStream is a standard stream that is used on a goroutine of this package's own.
type guardedStream struct {
	name string
	log  *slog.Logger
	from io.Reader
	to   io.Writer
}

func (s *guardedStream) Read(b []byte) (n int, err error) {
	err = s.do(func() (err error) { n, err = s.from.Read(b); return err })
	return n, err
}

func (s *guardedStream) Write(b []byte) (n int, err error) {
	err = s.do(func() (err error) { n, err = s.to.Write(b); return err })
	return n, err
}

func (s *guardedStream) do(f func() error) error {
	err := guarded("Config."+s.name, f)
	if p, ok := err.(*PanicError); ok {
		note(s.log, slog.LevelError, "callback panicked", "callback", p.Callback, "value", p.Value, "stack", string(p.Stack))
	}
	return err
}

// note makes a record on a goroutine of this package's own; log may be nil. A panic of the Logger itself has nowhere to go.
func note(log *slog.Logger, level slog.Level, what string, args ...any) {
	if log != nil {
		_ = guarded("Config.Logger", func() error { log.Log(context.Background(), level, what, args...); return nil })
	}
}

// guardReader has a Stdin survive its panics; nil: there is none.
func guardReader(from io.Reader, log *slog.Logger) io.Reader {
	if from == nil {
		return nil
	}
	return &guardedStream{name: "Stdin", log: log, from: from}
}

// guardWriter is the same for Stdout or Stderr, by number.
func guardWriter(i int, to io.Writer, log *slog.Logger) io.Writer {
	if to == nil {
		return nil
	}
	return &guardedStream{name: [...]string{"Stdout", "Stderr"}[i], log: log, to: to}
}
