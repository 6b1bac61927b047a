package engine

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrInput says that an Input is no module.
	ErrInput = errors.New("not a module")
	// ErrRemoved says that a module was removed.
	ErrRemoved = errors.New("module is removed")
	// ErrNotFound says that no module and no resolver has a name.
	ErrNotFound = errors.New("name is not defined")
	// ErrNoCompiler says that a module is source and the engine has no compiler.
	ErrNoCompiler = errors.New("no compiler")
	// ErrNoSplitter says that a source is to be compiled lazily and the engine has nothing that
	// cuts it.
	ErrNoSplitter = errors.New("no splitter: Config.Splitter is nil")
	// ErrClosed says that the engine is closed.
	ErrClosed = errors.New("engine is closed")
	// ErrNotFinalized says that a module is not ready to run.
	ErrNotFinalized = errors.New("module is not finalized")
	// ErrBusy says that calls are inside what was to be removed.
	ErrBusy = errors.New("calls are inside")
)

// ModuleError is an error with one module.
type ModuleError struct {
	Module string
	Op     string // "compile", "load", "finalize", "remove", "detach"
	Err    error
}

func (e *ModuleError) Error() string {
	return fmt.Sprintf("module %s: %s: %v", e.Module, e.Op, e.Err)
}

// Unwrap returns the cause.
func (e *ModuleError) Unwrap() error { return e.Err }

// Link is one step of a chain of references.
type Link struct {
	Symbol string // the name that was asked for
	Module string // that defines it; empty for the last, which no module defines
}

// ChainError is the error of a name that was not looked up itself, but is needed by what was: Chain
// leads from what was looked up to the name that failed.
type ChainError struct {
	Chain []Link
	Err   error
}

func (e *ChainError) Error() string {
	var b strings.Builder
	for i, l := range e.Chain {
		if i > 0 {
			b.WriteString(" -> ")
		}
		b.WriteString(l.Symbol)
		if l.Module != "" {
			b.WriteString(" (" + l.Module + ")")
		}
	}
	return b.String() + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *ChainError) Unwrap() error { return e.Err }
