package objfmt

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

var (
	// ErrFormat is matched by every [FormatError]: the bytes break the rules of
	// their format.
	ErrFormat = errors.New("malformed object")
	// ErrUnsupported is matched by errors about input that is well formed but that
	// this version does not handle.
	ErrUnsupported = errors.New("not supported")
	// ErrUnknownFormat says that the first bytes belong to no known format.
	ErrUnknownFormat = errors.New("unknown object format")
	// ErrArchive says that the bytes are an archive of objects, not an object;
	// package objfmt/ar reads those.
	ErrArchive = errors.New("file is an archive")
)

// FormatError reports bytes that break the rules of their format, or that use a
// part of the format which is not supported.
type FormatError struct {
	File   string // name of the buffer, "archive(member)" for a member
	Offset uint64 // byte offset in the file of what is wrong
	What   string // the record: "section header 3", "symbol 17"
	Msg    string // what is wrong with it
	Err    error  // sentinel besides ErrFormat, or nil
}

func (e *FormatError) Error() string {
	s := fmt.Sprintf("%s: offset %#x: ", e.File, e.Offset)
	if e.What != "" {
		s += e.What + ": "
	}
	return texts.Line(s + e.Msg)
}

// Is matches [ErrFormat], unless the error has a sentinel of its own.
func (e *FormatError) Is(target error) bool { return e.Err == nil && target == ErrFormat }

// Unwrap returns the sentinel, if any.
func (e *FormatError) Unwrap() error { return e.Err }
