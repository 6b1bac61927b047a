package rtdyld

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

var (
	// ErrDuplicate is matched by a *DuplicateError.
	ErrDuplicate = errors.New("duplicate definition")
	// ErrUndefined is matched by an *UndefinedError.
	ErrUndefined = errors.New("undefined name")
	// ErrCommonSize is matched by a *CommonSizeError.
	ErrCommonSize = errors.New("common symbol is larger than the one that is in use")
	// ErrFinalized says that an object is finalized, so that what was asked for can
	// no longer be done.
	ErrFinalized = errors.New("object is finalized")
	// ErrInUse is matched by an *InUseError.
	ErrInUse = errors.New("object is in use")
	// ErrUnloaded says that an object has been unloaded.
	ErrUnloaded = errors.New("object is unloaded")
	// ErrTLS says that an object defines or uses thread-locals in a way that the
	// linker's TLSProvider, or the lack of one, does not allow.
	ErrTLS = errors.New("thread-local storage")
	// ErrTarget says that an object is for another target than the linker.
	ErrTarget = errors.New("object is for another target")
	// ErrUnsupported says that the input is sound but that the linker cannot do it. It
	// is objfmt's.
	ErrUnsupported = objfmt.ErrUnsupported
	// ErrLost is matched by the error of an Allocation's Finalize that has lost the contents
	// by an earlier one: see [Linker.Lost].
	ErrLost = errors.New("contents are lost since Finalize failed")
	// ErrClosed says that the linker is closed.
	ErrClosed = errors.New("linker is closed")
)

// DuplicateError reports two definitions of one name.
type DuplicateError struct {
	Symbol string
	First  string // object with the definition that counts
	Second string // object with the other
	Bound  bool   // the first gives way to others, but code already uses it
	Why    string // for COMDAT groups of COFF: why both cannot be
}

func (e *DuplicateError) Error() string {
	s := fmt.Sprintf("%s: duplicate definition of %s, first defined in %s", e.Second, e.Symbol, e.First)
	if e.Bound {
		s += ", which loaded code already uses"
	}
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// Is matches [ErrDuplicate].
func (e *DuplicateError) Is(t error) bool { return t == ErrDuplicate }

// CommonSizeError reports a common symbol that came too late to be merged.
type CommonSizeError struct {
	Symbol           string
	First, Second    string // objects
	Size, Want       uint64 // bytes: in use, asked for
	Align, WantAlign uint64 // bytes: in use, asked for
}

func (e *CommonSizeError) Error() string {
	return fmt.Sprintf("%s: common symbol %s of %d bytes aligned %d: %s already has it with %d bytes aligned %d, in use",
		e.Second, e.Symbol, e.Want, e.WantAlign, e.First, e.Size, e.Align)
}

// Is matches [ErrCommonSize].
func (e *CommonSizeError) Is(t error) bool { return t == ErrCommonSize }

// UndefinedError reports all names that nobody defines.
type UndefinedError struct{ Symbols []UndefinedSymbol }

// UndefinedSymbol is a name and what refers to it.
type UndefinedSymbol struct {
	Name string
	Refs []Reference // the first from each object
	TLS  bool        // referred to as a thread-local
}

// Reference is a place that refers to a name.
type Reference struct {
	Object  string
	Section string           // empty if it is not known
	Offset  uint64           // bytes in the section
	ID      objfmt.SectionID // of Section in the object's image
}

// short cuts a name that many errors may have, so that they are not too long together.
func short(name string) string {
	if len(name) < longName {
		return name
	}
	return name[:longName-3] + "..."
}

// String gives "foo.o: .text+0x1c".
func (r Reference) String() string {
	if r.Section == "" {
		return r.Object
	}
	return fmt.Sprintf("%s: %s+%#x", r.Object, short(r.Section), r.Offset)
}

func (e *UndefinedError) Error() string {
	var b strings.Builder
	for i, s := range e.Symbols {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString("undefined: " + s.Name)
		for j, r := range s.Refs {
			if j == 3 {
				fmt.Fprintf(&b, " and %d more objects", len(s.Refs)-3)
				break
			}
			b.WriteString([]string{", referenced by ", ", "}[min(j, 1)] + r.String())
		}
	}
	return b.String()
}

// Is matches [ErrUndefined].
func (e *UndefinedError) Is(t error) bool { return t == ErrUndefined }

// RelocError reports a relocation that cannot be applied whatever the addresses are.
type RelocError struct {
	Object  string
	Section string
	Offset  uint64 // of the field, bytes
	Type    string // psABI name, or the number
	Symbol  string // name, or "symbol N"
	Msg     string
	Err     error // sentinel: objfmt.ErrFormat, ErrUnsupported, ErrTLS
}

func (e *RelocError) Error() string {
	s := fmt.Sprintf("%s: %s+%#x: %s", e.Object, e.Section, e.Offset, e.Type)
	if e.Symbol != "" {
		s += " to " + e.Symbol
	}
	return s + ": " + e.Msg
}

// Unwrap returns the sentinel.
func (e *RelocError) Unwrap() error { return e.Err }

// DroppedError reports a reference into a section that was dropped because
// another object's copy of its group counts, where that copy has no counterpart.
type DroppedError struct {
	Object string // object with the reference and the dropped section
	Symbol string // what is referred to
	Group  string
	Winner string // object whose group counts
}

func (e *DroppedError) Error() string {
	return fmt.Sprintf("%s: reference to %s in dropped group %s: the group of %s has no counterpart", e.Object, e.Symbol, short(e.Group), e.Winner)
}

// InUseError reports objects that cannot be unloaded since others use them.
type InUseError struct {
	Object string   // that was to be unloaded
	Users  []string // that use it
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("%s: in use by %s", e.Object, strings.Join(e.Users, ", "))
}

// Is matches [ErrInUse].
func (e *InUseError) Is(t error) bool { return t == ErrInUse }
