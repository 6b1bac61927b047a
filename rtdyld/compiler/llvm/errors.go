package llvm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/triple"
)

// ErrTarget is matched by errors of a module that is for another target than its source's
// triple names.
var ErrTarget = errors.New("module is for another target")

// Attempt is a library that could not be used.
type Attempt struct {
	Name string // what was given to the dynamic linker
	Err  error
}

// LibraryError says that there is no libLLVM that can be used. It matches
// [objfmt.ErrUnsupported].
type LibraryError struct {
	Tried []Attempt // in order
}

// Error names all that was tried, and why the first failed.
func (e *LibraryError) Error() string {
	if len(e.Tried) == 0 {
		return "llvm: no libLLVM"
	}
	names := make([]string, len(e.Tried))
	for i := range e.Tried {
		names[i] = e.Tried[i].Name
	}
	return fmt.Sprintf("llvm: no libLLVM: tried %s: %v", strings.Join(names, ", "), e.Tried[0].Err)
}

// Is matches [objfmt.ErrUnsupported].
func (e *LibraryError) Is(target error) bool { return target == objfmt.ErrUnsupported }

// Unwrap returns the errors of all attempts.
func (e *LibraryError) Unwrap() []error {
	errs := make([]error, len(e.Tried))
	for i := range e.Tried {
		errs[i] = e.Tried[i].Err
	}
	return errs
}

// Error is a source that LLVM does not compile.
type Error struct {
	Source      string                // its name
	Stage       string                // "parse", "verify", "target", "optimize", "generate", "split"
	Diagnostics []compiler.Diagnostic // with lines and columns where LLVM tells them
	Message     string                // if there are no diagnostics
	Fatal       bool                  // LLVM would have ended the process
	Err         error                 // a sentinel, or nil
}

// Error is one line.
func (e *Error) Error() string {
	what := compiler.Summary(e.Diagnostics)
	if what == "" {
		what, _, _ = strings.Cut(e.Message, "\n")
	}
	s := fmt.Sprintf("llvm: %s: %s: %s", e.Source, e.Stage, what)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Err }

// targetError is a module whose triple contradicts the source's.
func targetError(src *compiler.Source, module triple.Triple) error {
	return &Error{Source: src.Name, Stage: "target",
		Message: fmt.Sprintf("the module's triple is %s, the source's is %s", module, src.Triple), Err: ErrTarget}
}
