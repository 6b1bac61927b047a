package libc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// Errors to compare with.
var (
	ErrNotFound    = errors.New("not found")
	ErrUnsupported = errors.New("not supported")
)

// NotFoundError says what is missing, and where it was looked for.
type NotFoundError struct {
	What   string // "musl's libc.a for linux/amd64"
	Hint   string // what to do
	Looked []string
}

func (e *NotFoundError) Error() string {
	s := e.What + ": not found"
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	if len(e.Looked) > 0 {
		s += "; looked at " + texts.Names(e.Looked)
	}
	return texts.Line(s)
}

// Is matches [ErrNotFound].
func (e *NotFoundError) Is(t error) bool { return t == ErrNotFound }

// VersionError says that an archive is no version of musl that is known.
type VersionError struct {
	Path    string
	Version string // "": no version is in it, so that it is not musl's
}

func (e *VersionError) Error() string {
	known := "known are musl " + strings.Join(Versions, ", ")
	if e.Version == "" {
		return texts.Line(fmt.Sprintf("%s: not musl's libc.a, which says its version in __libc_version: %s", texts.Name(e.Path), known))
	}
	return texts.Line(fmt.Sprintf("%s: musl %q: %s", texts.Name(e.Path), e.Version, known))
}

// Is matches [ErrUnsupported] and errors.ErrUnsupported.
func (e *VersionError) Is(t error) bool { return t == ErrUnsupported || t == errors.ErrUnsupported }

// TargetError says that there is no libc for a target, or that a file is for another one.
type TargetError struct {
	Path   string // "": the target itself is not supported
	Target string // that was asked for
	Found  string // what the file is for
}

func (e *TargetError) Error() string {
	if e.Path == "" {
		return texts.Line("target " + e.Target + ": not supported: C runs in static programs for linux/amd64 and linux/arm64")
	}
	return texts.Line(fmt.Sprintf("%s is for %s, not for %s", texts.Name(e.Path), e.Found, e.Target))
}

// Is matches [ErrUnsupported] and errors.ErrUnsupported.
func (e *TargetError) Is(t error) bool { return t == ErrUnsupported || t == errors.ErrUnsupported }

// SizeError says that an archive is larger than its index can say.
type SizeError struct{ Size uint64 }

func (e *SizeError) Error() string {
	return fmt.Sprintf("an archive of %d bytes: its index has offsets of 32 bits", e.Size)
}
