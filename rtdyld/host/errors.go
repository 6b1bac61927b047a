package host

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

var (
	// ErrSystem says that this package does not work on the system at hand.
	ErrSystem = errors.New("not supported on this system")
	// ErrClosed says that a [Process] was used after its Close.
	ErrClosed = errors.New("process is closed")
	// ErrInUse says that a [Process] cannot be closed since objects use it.
	ErrInUse = errors.New("in use")
	// ErrNUL says that a string for C contains a NUL byte.
	ErrNUL = errors.New("string contains a NUL byte")
	// ErrNoMemory says that the C library has no memory left.
	ErrNoMemory = errors.New("out of memory")
)

// systemError explains [ErrSystem].
func systemError(reason string) error {
	s := runtime.GOOS + "/" + runtime.GOARCH
	if reason != "" {
		s += ": " + reason
	}
	return fmt.Errorf("host: %s: %w", s, ErrSystem)
}

// LibcError says that the C library of this process is not glibc, nor musl on linux/amd64 or linux/arm64. It matches [ErrSystem].
type LibcError struct{ Target triple.Triple } // with the one that it has

func (e *LibcError) Error() string {
	text := systemError(fmt.Sprintf("%v: the C library is not glibc", e.Target)).Error()
	if a := e.Target.GOARCH(); a == "amd64" || a == "arm64" {
		text += ": package rtdyld/static runs C on any Linux, in a static program that brings its C library along (CGO_ENABLED=0 go build; with -tags rtdyld_static command rtdyld and packages that rtdyld bind writes are such)"
	}
	return text
}

// Is matches [ErrSystem].
func (e *LibcError) Is(target error) bool { return target == ErrSystem }

// LibraryError reports a shared library that could not be opened or closed.
type LibraryError struct {
	Path string // as given to Dlopen
	Err  error  // what the dynamic linker says
}

func (e *LibraryError) Error() string { return fmt.Sprintf("library %s: %v", e.Path, e.Err) }

// Unwrap returns Err.
func (e *LibraryError) Unwrap() error { return e.Err }

// ExportError reports names of loaded objects that could not be given to the dynamic linker.
type ExportError struct {
	Name string // the first of them
	Err  error  // why
}

func (e *ExportError) Error() string {
	return fmt.Sprintf("export of %s and others: %v", e.Name, e.Err)
}

// Unwrap returns Err.
func (e *ExportError) Unwrap() error { return e.Err }

// ReadError reports memory of this process that could not be read.
type ReadError struct {
	Addr uint64 // where reading began
	Size uint64 // bytes wanted
	Err  error  // the system's error
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("read %d bytes at %#x: %v", e.Size, e.Addr, e.Err)
}

// Unwrap returns Err.
func (e *ReadError) Unwrap() error { return e.Err }

// TargetAddress is where reading began, for symbolizers.
func (e *ReadError) TargetAddress() (addr uint64, ok bool) { return e.Addr, true }

// InitError reports a constructor or destructor that cannot be called.
type InitError struct {
	Fini bool   // a destructor
	N    int    // its index in the list
	Addr uint64 // what the list has
	Msg  string // what is wrong with it
}

func (e *InitError) Error() string {
	what := "constructor"
	if e.Fini {
		what = "destructor"
	}
	return fmt.Sprintf("%s %d at %#x: %s", what, e.N, e.Addr, e.Msg)
}

// TargetAddress is what the list has, for symbolizers.
func (e *InitError) TargetAddress() (addr uint64, ok bool) { return e.Addr, true }

// UnwindError reports unwind information that the process cannot be told of.
type UnwindError struct {
	Format rtdyld.UnwindFormat
	Addr   uint64 // of the table
	Offset uint64 // of the bad record in it, bytes
	Msg    string
}

func (e *UnwindError) Error() string {
	return fmt.Sprintf("%v at %#x: offset %#x: %s", e.Format, e.Addr, e.Offset, e.Msg)
}

// TargetAddress is that of the bad record, for symbolizers.
func (e *UnwindError) TargetAddress() (addr uint64, ok bool) { return e.Addr + e.Offset, true }

// StdioError reports that C's stdio could not write all of what it had buffered.
type StdioError struct{ Err error }

func (e *StdioError) Error() string { return fmt.Sprintf("flush stdio: %v", e.Err) }

// Unwrap returns Err.
func (e *StdioError) Unwrap() error { return e.Err }

// CrossingError reports an external function that code of Windows' convention cannot
// call on this system.
type CrossingError struct {
	Name string
	Msg  string // why
}

func (e *CrossingError) Error() string {
	return fmt.Sprintf("host: %s cannot be called from code for Windows here: it %s", e.Name, e.Msg)
}

// Is matches [ErrSystem].
func (e *CrossingError) Is(target error) bool { return target == ErrSystem }
