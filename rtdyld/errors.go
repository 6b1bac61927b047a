package rtdyld

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
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
	// ErrTooLarge is matched by a *TooLargeError.
	ErrTooLarge = errors.New("sections are too large together")
	// ErrTooMany says that a linker has as many objects as it can number, 134,217,726.
	ErrTooMany = errors.New("too many objects")
	// ErrNoStub is matched by a *NoStubError.
	ErrNoStub = errors.New("no room for the stub")
	// ErrOutOfReach is matched by an *OutOfReachError, and by that of a memory manager that
	// has no memory where a [Request] wants it.
	ErrOutOfReach = errors.New("no place for stubs within reach")
	// ErrSectionsStay is matched by a *SectionStaysError.
	ErrSectionsStay = errors.New("sections stay")
	// ErrLost is matched by the error of an Allocation's Finalize that has lost the contents
	// by an earlier one: see [Linker.Lost].
	ErrLost = errors.New("contents are lost since Finalize failed")
	// ErrNested says that a linker was called from inside a callback that it waits for: by
	// Allocate or Reserve, for one. See [MemoryManager].
	ErrNested = errors.New("linker is called from inside a callback that it waits for")
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
	s := fmt.Sprintf("%s: duplicate definition of %s, first defined in %s", texts.Name(e.Second), texts.Name(e.Symbol), texts.Name(e.First))
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
		texts.Name(e.Second), texts.Name(e.Symbol), e.Want, e.WantAlign, texts.Name(e.First), e.Size, e.Align)
}

// Is matches [ErrCommonSize].
func (e *CommonSizeError) Is(t error) bool { return t == ErrCommonSize }

// UndefinedError reports all names that nobody defines. Its text has the first twenty, and how many more there are.
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

// longName is when a name is a long one, in bytes.
const longName = 256

// short is a name for a text, cut if many errors may have it, so that they are not too long together.
func short(name string) string {
	if len(name) < longName {
		return texts.Name(name)
	}
	return texts.Name(name[:longName-3] + "...")
}

// String gives "foo.o: .text+0x1c".
func (r Reference) String() string {
	if r.Section == "" {
		return texts.Name(r.Object)
	}
	return fmt.Sprintf("%s: %s+%#x", texts.Name(r.Object), short(r.Section), r.Offset)
}

func (e *UndefinedError) Error() string {
	var b strings.Builder
	for i, s := range e.Symbols {
		if i > 0 {
			b.WriteString("\n")
		}
		if i == texts.Most {
			fmt.Fprintf(&b, "and %d more undefined names", len(e.Symbols)-i)
			break
		}
		b.WriteString("undefined: " + texts.Name(s.Name))
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
	s := fmt.Sprintf("%s: %s+%#x: %s", texts.Name(e.Object), texts.Name(e.Section), e.Offset, e.Type)
	if e.Symbol != "" {
		s += " to " + texts.Name(e.Symbol)
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
	return fmt.Sprintf("%s: reference to %s in dropped group %s: the group of %s has no counterpart", texts.Name(e.Object), texts.Name(e.Symbol), short(e.Group), texts.Name(e.Winner))
}

// TooLargeError reports what makes the sections of an object, or what is made for it, larger than any
// address space.
type TooLargeError struct {
	Object  string
	Section string           // name of a section of the object, or of one that the linker makes; "" for Symbol's memory
	ID      objfmt.SectionID // of Section, see [LoadedSection]
	Symbol  string           // a common symbol, or what is copied into reach; "" for none
	Offset  uint64           // bytes before it in the same memory
	Size    uint64           // bytes that it takes, stubs not counted
}

func (e *TooLargeError) Error() string {
	what := "section " + short(e.Section)
	if e.Symbol != "" {
		what = "symbol " + short(e.Symbol)
	}
	return fmt.Sprintf("%s: %s of %#x bytes at offset %#x: %v", texts.Name(e.Object), what, e.Size, e.Offset, ErrTooLarge)
}

// Is matches [ErrTooLarge].
func (e *TooLargeError) Is(t error) bool { return t == ErrTooLarge }

// NoStubError reports a branch that needs a stub in a section that has no room for one, as those of
// thread-locals in Layout RuntimeDyld.
type NoStubError struct {
	Object  string
	Section string
	ID      objfmt.SectionID
	Offset  uint64 // where the stub would be, bytes in the section
	Symbol  string // that the branch goes to
}

func (e *NoStubError) Error() string {
	return fmt.Sprintf("%s: %s+%#x: %v of %s", texts.Name(e.Object), short(e.Section), e.Offset, ErrNoStub, short(e.Symbol))
}

// Is matches [ErrNoStub].
func (e *NoStubError) Is(t error) bool { return t == ErrNoStub }

// OutOfReachError reports a branch that does not reach its target, nor any place where its stub could lie,
// with [StubsByAddress].
type OutOfReachError struct {
	Object   string
	Section  string           // that the branch is in
	ID       objfmt.SectionID // of Section
	Offset   uint64           // of the branch, bytes
	Type     string           // of the relocation, its psABI name
	Symbol   string           // that the branch goes to
	Distance int64            // from the branch to where it leads, bytes
	Within   AddressRange     // where the stub would have to lie
	Err      error            // of the memory manager
}

func (e *OutOfReachError) Error() string {
	return fmt.Sprintf("%s: %s+%#x: %s to %s, %#x bytes away: no place for its stub from %#x to %#x",
		texts.Name(e.Object), short(e.Section), e.Offset, e.Type, short(e.Symbol), e.Distance, e.Within.First, e.Within.Last)
}

// Is matches [ErrOutOfReach].
func (e *OutOfReachError) Is(t error) bool { return t == ErrOutOfReach }

// Unwrap returns the memory manager's error.
func (e *OutOfReachError) Unwrap() error { return e.Err }

// SectionStaysError reports a section that was to run somewhere else, with Config.SectionsStay.
type SectionStaysError struct {
	Object  string
	Section string           // its name
	ID      objfmt.SectionID // of Section
	Addr    uint64           // where it was to run
}

func (e *SectionStaysError) Error() string {
	return fmt.Sprintf("%s: %s cannot run at %#x: Config.SectionsStay promises that sections stay", texts.Name(e.Object), short(e.Section), e.Addr)
}

// Is matches [ErrSectionsStay].
func (e *SectionStaysError) Is(t error) bool { return t == ErrSectionsStay }

// InUseError reports objects that cannot be unloaded since others use them.
type InUseError struct {
	Object string   // that was to be unloaded
	Users  []string // that use it
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("%s: in use by %s", texts.Name(e.Object), texts.Names(e.Users))
}

// Is matches [ErrInUse].
func (e *InUseError) Is(t error) bool { return t == ErrInUse }

// join joins two errors, of which either may be nil.
func join(err, more error) error {
	switch {
	case more == nil:
		return err
	case err == nil:
		return more
	}
	return texts.Join(err, more)
}

// appendError appends an error if it is one.
func appendError(errs []error, err error) []error {
	if err != nil {
		errs = append(errs, err)
	}
	return errs
}
