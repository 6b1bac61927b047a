package symbolize

import (
	"fmt"
	"slices"
	"strings"
)

// Addressed is implemented by errors that are about an address of loaded code or data:
// of rtdyld/host *ReadError, *InitError and *UnwindError, of rtdyld/remote
// *CrashError and *RefusedError, of rtdyld/remote/serve *AccessError. Errors of your own
// may, too.
type Addressed interface {
	error
	// TargetAddress is the address, and whether the error knows one.
	TargetAddress() (addr uint64, ok bool)
}

// ExplainedError is an error with the places of the addresses that it is about.
type ExplainedError struct {
	Err   error
	Where []Location // in the order of the errors that Err wraps, each address once
	// Unread is why some of them may have no line: that of [Symbolizer.Unread].
	Unread error
}

// Error gives the error's own text and then the places: "executor crashed: ...:
// 0x7f0000001010 is f+0x10 (f.c:7) in f.o".
func (e *ExplainedError) Error() string {
	var b strings.Builder
	b.WriteString(e.Err.Error())
	for i, l := range e.Where {
		sep := ": "
		if i > 0 {
			sep = ", "
		}
		fmt.Fprintf(&b, "%s%#x is %s", sep, l.PC, l)
	}
	if e.Unread != nil {
		fmt.Fprintf(&b, "; lines are missing: %v", e.Unread)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *ExplainedError) Unwrap() error { return e.Err }

// Explain returns err with symbols and lines of the addresses that it and the errors that
// it wraps are about, as an *[ExplainedError], or err itself if none of them is in an
// object that s knows. An error that is to be shown is the right one: the question for a
// line takes the linker's lock, so ask after the call that failed has returned.
func (s *Symbolizer) Explain(err error) error {
	e := &ExplainedError{Err: err}
	s.explain(e, err, 0)
	if len(e.Where) == 0 {
		return err
	}
	e.Unread = s.Unread()
	return e
}

// maxWrapped bounds how deep errors are looked through.
const maxWrapped = 64

func (s *Symbolizer) explain(e *ExplainedError, err error, depth int) {
	if err == nil || depth == maxWrapped {
		return
	}
	if a, ok := err.(Addressed); ok {
		if addr, ok := a.TargetAddress(); ok && !slices.ContainsFunc(e.Where, func(l Location) bool { return l.PC == addr }) {
			if l, ok := s.Symbolize(addr); ok {
				e.Where = append(e.Where, l)
			}
		}
	}
	switch w := err.(type) {
	case interface{ Unwrap() error }:
		s.explain(e, w.Unwrap(), depth+1)
	case interface{ Unwrap() []error }:
		for _, x := range w.Unwrap() {
			s.explain(e, x, depth+1)
		}
	}
}
