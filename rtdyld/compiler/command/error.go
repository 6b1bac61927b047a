package command

import (
	"errors"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// ErrTooLarge is matched by errors of commands that print more than they may.
var ErrTooLarge = errors.New("too much output")

// Error is a command that failed.
type Error struct {
	Command     string // its name
	Source      string // the source's name, "" if there is none
	Status      int    // with which it exited; -1 if it did not
	Stderr      string // what it wrote to standard error, of much the beginning
	Diagnostics []compiler.Diagnostic
	Err         error // what the system says: [os/exec.ExitError] and others
}

// Error is one line: the first of its errors, or else the first line that it wrote.
func (e *Error) Error() string {
	s := e.Command + ": "
	if e.Source != "" {
		s += e.Source + ": "
	}
	if d := compiler.Summary(e.Diagnostics); d != "" {
		return s + d
	}
	s += e.Err.Error()
	if line, _, _ := strings.Cut(strings.TrimSpace(e.Stderr), "\n"); line != "" {
		s += ": " + line
	}
	return s
}

// Unwrap returns what the system says.
func (e *Error) Unwrap() error { return e.Err }
