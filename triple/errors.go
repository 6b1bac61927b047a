package triple

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of error of this package, for errors.Is.
var (
	// ErrSyntax matches a string that is no triple: empty, with a byte that no component can have, or with
	// more components than there are places.
	ErrSyntax = errors.New("malformed triple")

	// ErrTwoFormats matches a triple that names an object format twice, be it the same one.
	ErrTwoFormats = errors.New("two object formats")

	// ErrUnsupportedFormat matches an explicit format in which no objects of the architecture exist.
	ErrUnsupportedFormat = errors.New("unsupported object format")

	// ErrIncompatible matches components that contradict each other: an explicit format that the
	// environment or the operating system excludes, or an environment that the operating system does.
	ErrIncompatible = errors.New("incompatible components")

	// ErrMismatch matches every error of [Triple.CheckObject].
	ErrMismatch = errors.New("object is for another target")

	// ErrNoGoTarget matches a pair of GOOS and GOARCH that no triple stands for.
	ErrNoGoTarget = errors.New("no such Go target")
)

// What is malformed.
var (
	errEmpty   error = malformed("empty")
	errByte    error = malformed("not a printable ASCII character")
	errDash    error = malformed("a dash, or not a printable ASCII character")
	errPlace   error = malformed("an object format in another's place")
	errTooMany error = malformed("more components than places")
)

// malformed is [ErrSyntax] with more words.
type malformed string

func (m malformed) Error() string { return ErrSyntax.Error() + ": " + string(m) }
func (malformed) Unwrap() error   { return ErrSyntax }

// Error is a triple that cannot be used and why. Component names what Word is: "format", "environment",
// "operating system", "component" or "byte".
type Error struct {
	Triple     string // the whole, as given or as printed
	Component  string
	Word       string // the component as written
	Offset     int    // where Word begins in Triple, in bytes; -1 if it does not stand there
	With       string // what it contradicts, component and word; may be empty
	WithOffset int    // where that begins, as Offset
	Err        error  // one of this package's sentinels, wrapped or as it is

	place int // of With
}

// Error says which component, at which byte, is wrong and with what.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "triple %q: %s %q", e.Triple, e.Component, e.Word)
	if e.Offset >= 0 {
		fmt.Fprintf(&b, " at byte %d", e.Offset)
	}
	if e.With != "" {
		fmt.Fprintf(&b, " with %s", e.With)
		if e.WithOffset >= 0 {
			fmt.Fprintf(&b, " at byte %d", e.WithOffset)
		}
	}
	fmt.Fprintf(&b, ": %v", e.Err)
	return b.String()
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Err }

// MismatchError is an object whose own header disagrees with the triple that was asked for.
type MismatchError struct {
	Want, Got Triple // the request, and what the header states
	What      string // in what they differ: "architecture", "object format", "pointer width", "byte order"
}

// Error names both targets.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("object is for %s (%s %s) but %s (%s %s) was asked for: another %s",
		e.Got, e.Got.Arch, e.Got.Format(), e.Want, e.Want.Arch, e.Want.Format(), e.What)
}

// Unwrap returns [ErrMismatch].
func (e *MismatchError) Unwrap() error { return ErrMismatch }
