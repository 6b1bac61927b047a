package perf

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// ErrUnsafe is matched by the error of a file that is there already and that another
// user may have put there: a symbolic link, a file of another user or with another name,
// or no file at all. It is neither followed nor written.
var ErrUnsafe = errors.New("not a file of this user alone")

// FileError says which file could not be made or written. It unwraps to what the system
// said, or matches [ErrUnsafe].
type FileError struct {
	Path string
	Op   string // "create", "append", "take out", "rewrite", "map"
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("perf: %s %s: %v", e.Op, e.Path, e.Err) }

// Unwrap returns Err.
func (e *FileError) Unwrap() error { return e.Err }

// unsafeError tells why a file is not written.
type unsafeError string

func (e unsafeError) Error() string        { return string(e) }
func (e unsafeError) Is(target error) bool { return target == ErrUnsafe }

// ObjectError says what could not be recorded of an object.
type ObjectError struct {
	Object string // its name
	Err    error
}

func (e *ObjectError) Error() string { return fmt.Sprintf("perf: %s: %v", e.Object, e.Err) }

// Unwrap returns Err.
func (e *ObjectError) Unwrap() error { return e.Err }

// UnsupportedError says what this system does not have.
type UnsupportedError struct {
	What string // "map file", "jitdump"
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("perf: %s: not supported on %s/%s", e.What, runtime.GOOS, runtime.GOARCH)
}

// Is matches [objfmt.ErrUnsupported] and [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool {
	return t == objfmt.ErrUnsupported || t == errors.ErrUnsupported
}
