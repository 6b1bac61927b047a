package program

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/mangle"
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
	// ErrMismatch is matched by a *[MismatchError].
	ErrMismatch = errors.New("the function of C is of another type")
	// ErrUndescribed is matched by an *[UndescribedError].
	ErrUndescribed = errors.New("no debug information says the function's type")
)

// NotFoundError reports a name that neither the program nor the world defines.
type NotFoundError struct {
	Name    string
	Near    string   // what may have been meant, empty if nothing is near
	Mangled []string // names that C++ or Rust gave what is called so in the source, four at most; nil: none
	Hidden  bool     // the program defines it for its own objects alone (hidden visibility)
	// Variants are those that the program has of the name, for processors other than this one ([Variants]).
	Variants []string
}

func (e *NotFoundError) Error() string {
	switch {
	case e.Hidden:
		return e.Name + ": is hidden: its object keeps it from others"
	case len(e.Variants) > 0:
		return e.Name + ": not defined but as " + strings.Join(e.Variants, ", ") + ", which this processor is not for"
	case len(e.Mangled) > 0:
		return e.Name + ": not defined; " + mangle.Text(e.Mangled)
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

// MismatchError reports a Go function type that the function of C cannot be called as, by the debug information of the object that
// defines it.
type MismatchError struct {
	Name      string // of the function
	Object    string // that defines it
	Prototype string // the function as C declares it
	What      string // "parameter", "result" or "number of parameters"
	Param     int    // of a parameter, counted from 0; else -1
	ParamName string // in C, "" if it has none
	C, Go     string // the type, or the number, in both
	Err       error  // says more, or nil: a *ctype.LayoutError for structures
}

func (e *MismatchError) Error() string {
	what := e.What
	if e.What == "parameter" {
		what = fmt.Sprintf("parameter %d", e.Param+1)
		if e.ParamName != "" {
			what += " (" + e.ParamName + ")"
		}
	}
	s := fmt.Sprintf("%s: %s is %s in C and %s in Go; %s says: %s", e.Name, what, e.C, e.Go, e.Object, e.Prototype)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Is matches [ErrMismatch].
func (e *MismatchError) Is(t error) bool { return t == ErrMismatch }

// Unwrap returns Err.
func (e *MismatchError) Unwrap() error { return e.Err }

// UndescribedError reports a function whose type no debug information says.
type UndescribedError struct {
	Name   string
	Object string // that defines it, "": none that the program has loaded
	Err    error  // why its debug information cannot be read; nil: it says nothing of the function
}

func (e *UndescribedError) Error() string {
	switch {
	case e.Object == "":
		return e.Name + ": is no function of the program's objects"
	case e.Err != nil:
		return fmt.Sprintf("%s: %s: %v", e.Name, e.Object, e.Err)
	}
	return fmt.Sprintf("%s: %s has no debug information of it", e.Name, e.Object)
}

// Is matches [ErrUndescribed].
func (e *UndescribedError) Is(t error) bool { return t == ErrUndescribed }

// Unwrap returns Err.
func (e *UndescribedError) Unwrap() error { return e.Err }
