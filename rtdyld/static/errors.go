package static

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/absent"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
)

// ErrUnsupported matches every [*UnsupportedError].
var ErrUnsupported = errors.New("static: not supported here")

// UnsupportedError says why C cannot run in this process, or not with this libc.
type UnsupportedError struct {
	What string // "Go go1.28", "musl 1.1.24", "a program with a dynamic loader"
	Why  string // and what is known
}

func (e *UnsupportedError) Error() string { return "static: " + e.What + ": " + e.Why }

// Is matches [ErrUnsupported] and [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool { return t == ErrUnsupported || t == errors.ErrUnsupported }

// noCallbacks is for what is to call Go.
func noCallbacks() error {
	why := cross.Why
	if why == "" {
		why = "loaded code calls Go in a program that imports github.com/go-rtdyld/rtdyld/rtdyld/static/callback, which changes Go's runtime for all of it"
	}
	return &UnsupportedError{"callbacks", why}
}

// LibcError says what is wrong with the archives that are to be the C library.
type LibcError struct {
	Name string // of an archive, "" if it is about all
	Msg  string
	Err  error // nil: there is no more to say
}

func (e *LibcError) Error() string {
	at := "static: libc"
	if e.Name != "" {
		at += " " + e.Name
	}
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", at, e.Msg, e.Err)
	}
	return at + ": " + e.Msg
}

// Unwrap returns e.Err.
func (e *LibcError) Unwrap() error { return e.Err }

// MissingError says why names of glibc's that code refers to are not there. It is beside the error that says what refers to them.
type MissingError struct {
	Names []MissingName
	Err   error // what is undefined, and where
}

// MissingName is a name, and why it cannot be had.
type MissingName struct{ Name, Why string }

func (e *MissingError) Error() string {
	var b strings.Builder
	b.WriteString(e.Err.Error())
	for _, n := range e.Names {
		b.WriteString("\n" + texts.Line(texts.Name(n.Name)+" cannot be had: "+n.Why))
	}
	return b.String()
}

// Unwrap returns e.Err.
func (e *MissingError) Unwrap() error { return e.Err }

// missing adds to an error about undefined names why they are missing, if it is known of any; at most as many as a list has.
//
//lint:ignore U1000 programs without cgo use it
func missing(err error) error {
	u, ok := errors.AsType[*rtdyld.UndefinedError](err)
	if !ok {
		return err
	}
	var names []MissingName
	for _, s := range u.Symbols {
		if why := absent.Why(s.Name); why != "" && len(names) < texts.Most {
			names = append(names, MissingName{strings.Clone(s.Name), why})
		}
	}
	if names == nil {
		return err
	}
	return &MissingError{names, err}
}

// ThreadError says that the system has no memory for what C needs. Calls panic with it when a thread that calls C for the first time cannot have a stack.
type ThreadError struct {
	What string // "a C stack", "arguments"
	Err  error
}

func (e *ThreadError) Error() string {
	return fmt.Sprintf("static: no memory for %s: %v", e.What, e.Err)
}

// Unwrap returns e.Err.
func (e *ThreadError) Unwrap() error { return e.Err }

// StdioError says that C's streams could not write all that they held.
type StdioError struct{ Err error }

func (e *StdioError) Error() string { return fmt.Sprintf("flush stdio: %v", e.Err) }

// Unwrap returns e.Err.
func (e *StdioError) Unwrap() error { return e.Err }

// ArgumentError says that a string for C contains a NUL byte, where C would end it.
type ArgumentError struct{ N int } // its number among the arguments

func (e *ArgumentError) Error() string {
	return fmt.Sprintf("static: argument %d contains a NUL byte", e.N)
}
