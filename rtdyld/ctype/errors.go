package ctype

import (
	"errors"
	"fmt"
)

// ErrType is matched by a *TypeError, ErrLayout by a *LayoutError, and ErrTarget by a *TargetError.
var (
	ErrType   = errors.New("type is not usable")
	ErrLayout = errors.New("types of Go and C differ")
	ErrTarget = errors.New("no C of such a target is known")
)

// TargetError reports a target without a model.
type TargetError struct{ OS, Arch string }

func (e *TargetError) Error() string {
	return fmt.Sprintf("ctype: %s/%s: %v", e.OS, e.Arch, ErrTarget)
}

// Is matches [ErrTarget].
func (e *TargetError) Is(t error) bool { return t == ErrTarget }

// TypeError reports a type, of C or of Go, that is not complete, or that cannot be used as it is meant.
type TypeError struct {
	Type  string // in C or in Go
	Field string // the field at fault, as a path: "" for the type itself
	Msg   string
}

func (e *TypeError) Error() string {
	if e.Field != "" {
		return fmt.Sprintf("ctype: %s: field %s %s", e.Type, e.Field, e.Msg)
	}
	return fmt.Sprintf("ctype: %s %s", e.Type, e.Msg)
}

// Is matches [ErrType].
func (e *TypeError) Is(t error) bool { return t == ErrType }

// LayoutError reports that values of a Go type are no values of a C type.
type LayoutError struct {
	Type   string // the C type
	GoType string
	Field  string // of the C type, as a path; "" for the type itself
	What   string // "size", "offset" or "type"
	C, Go  string // what it is in both
}

func (e *LayoutError) Error() string {
	at := ""
	if e.Field != "" {
		at = " of field " + e.Field
	}
	return fmt.Sprintf("ctype: %s and %s: %s%s is %s in C and %s in Go", e.Type, e.GoType, e.What, at, e.C, e.Go)
}

// Is matches [ErrLayout].
func (e *LayoutError) Is(t error) bool { return t == ErrLayout }
