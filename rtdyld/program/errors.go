package program

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

var (
	// ErrClosed says that the program is closed. A call of a function that was bound
	// before panics with a *[CallError], which matches it.
	ErrClosed = errors.New("program is closed")
	// ErrNotFound is matched by a *[NotFoundError].
	ErrNotFound = errors.New("name is not defined")
	// ErrNotFinalized says that the code that defines a name is not ready to run: somebody
	// loaded it through [Program.Linker] and did not finalize it.
	ErrNotFinalized = errors.New("not finalized")
	// ErrKind is matched by a *[KindError].
	ErrKind = errors.New("name is of another kind")
	// ErrType is matched by a *[TypeError].
	ErrType = errors.New("type does not fit")
)

// NotFoundError reports a name that neither the program nor the world defines.
type NotFoundError struct {
	Name   string
	Near   string // what may have been meant, empty if nothing is near
	Hidden bool   // the program defines it for its own objects alone (hidden visibility)
	// Variants are those that the program has of the name, for processors other than this one ([Variants]).
	Variants []string
}

func (e *NotFoundError) Error() string {
	switch {
	case e.Hidden:
		return e.Name + ": is hidden: its object keeps it from others"
	case len(e.Variants) > 0:
		return e.Name + ": not defined but as " + strings.Join(e.Variants, ", ") + ", which this processor is not for"
	case e.Near != "":
		return e.Name + ": not defined; did you mean " + e.Near + "?"
	}
	return e.Name + ": not defined"
}

// Is matches [ErrNotFound].
func (e *NotFoundError) Is(t error) bool { return t == ErrNotFound }

// KindError reports a function that was to be a variable, or the other way round.
type KindError struct {
	Name string
	Kind rtdyld.Kind // what it is
	Use  string      // what is for that kind, empty if nothing is
}

func (e *KindError) Error() string {
	s := e.Name + ": " + kindTexts[e.Kind]
	if e.Use != "" {
		s += "; use " + e.Use
	}
	return s
}

var kindTexts = map[rtdyld.Kind]string{
	rtdyld.Func: "is a function",
	rtdyld.Data: "is a variable",
	rtdyld.TLS:  "is a thread-local, of which each thread has its own",
	rtdyld.Abs:  "is a number, no address",
}

// Is matches [ErrKind].
func (e *KindError) Is(t error) bool { return t == ErrKind }

// TypeError reports a Go type that a variable of C does not have.
type TypeError struct {
	Name string
	Type string // Go's
	Msg  string
}

func (e *TypeError) Error() string { return fmt.Sprintf("%s: %s %s", e.Name, e.Type, e.Msg) }

// Is matches [ErrType].
func (e *TypeError) Is(t error) bool { return t == ErrType }

// CallError is what a call panics with of a function whose program is closed.
type CallError struct {
	Name string
	Err  error // ErrClosed
}

func (e *CallError) Error() string { return fmt.Sprintf("call of %s: %v", e.Name, e.Err) }

// Unwrap returns Err.
func (e *CallError) Unwrap() error { return e.Err }
