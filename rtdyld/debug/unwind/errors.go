package unwind

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/triple"
)

var (
	// ErrNoRule is matched by a *NoRuleError.
	ErrNoRule = errors.New("no unwind information")
	// ErrOutermost says that a frame has no caller: its return address is undefined, which
	// is how the first frame of a thread is marked.
	ErrOutermost = errors.New("outermost frame")
	// ErrRead is matched by a *ReadError.
	ErrRead = errors.New("cannot read memory")
	// ErrRule is matched by a *RuleError.
	ErrRule = errors.New("rule cannot be applied")
	// ErrRecord is matched by a *RecordError.
	ErrRecord = errors.New("bad unwind record")
	// ErrTarget is matched by a *TargetError.
	ErrTarget = errors.New("target has no unwind rules")
)

// NoRuleError reports an address that no entry is about.
type NoRuleError struct{ PC uint64 }

func (e *NoRuleError) Error() string { return fmt.Sprintf("no unwind information for %#x", e.PC) }

// Is matches [ErrNoRule].
func (e *NoRuleError) Is(t error) bool { return t == ErrNoRule }

// ReadError reports memory of the target that could not be read.
type ReadError struct {
	PC   uint64 // of the frame that was left
	Addr uint64 // of the memory
	Err  error  // what the function said that reads memory
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("unwind from %#x: read memory at %#x: %v", e.PC, e.Addr, e.Err)
}

// Is matches [ErrRead].
func (e *ReadError) Is(t error) bool { return t == ErrRead }

// Unwrap returns what the function said that reads memory.
func (e *ReadError) Unwrap() error { return e.Err }

// RuleError reports a rule that asks for what is not known or makes no sense.
type RuleError struct {
	PC  uint64 // of the frame that was left
	Msg string
}

func (e *RuleError) Error() string { return fmt.Sprintf("unwind from %#x: %s", e.PC, e.Msg) }

// Is matches [ErrRule].
func (e *RuleError) Is(t error) bool { return t == ErrRule }

// RecordError reports a record that [Read] has left out.
type RecordError struct {
	Object  string
	Section string // name in the object
	Offset  uint64 // in the section, bytes
	Msg     string
	More    int // records beside this one that were left out
}

func (e *RecordError) Error() string {
	s := fmt.Sprintf("%s: %s+%#x: unwind record: %s", e.Object, e.Section, e.Offset, e.Msg)
	if e.More > 0 {
		s += fmt.Sprintf(" (and %d more)", e.More)
	}
	return s
}

// Is matches [ErrRecord].
func (e *RecordError) Is(t error) bool { return t == ErrRecord }

// TargetError reports a target whose frames are not known here, or registers of
// another target than a table's.
type TargetError struct {
	Have, Want triple.Arch // Want is UnknownArch if none would do
}

func (e *TargetError) Error() string {
	if e.Want != triple.UnknownArch {
		return fmt.Sprintf("registers of %v for a frame of %v", e.Have, e.Want)
	}
	return fmt.Sprintf("no unwind rules for %v", e.Have)
}

// Is matches [ErrTarget].
func (e *TargetError) Is(t error) bool { return t == ErrTarget }
