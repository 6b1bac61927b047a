// Package library is what Go packages that `rtdyld bind` writes have in common: a C library that is linked when something
// of it is first used, its functions, its variables, and pointers to functions.
//
//	var lib = library.Library{Name: "sqlite", Files: files, Names: []string{"lib/linux_amd64/libsqlite3.a"}, World: &world.Here}
//	var cOpen = library.Func[func(*byte, **Sqlite3) int32]{Library: &lib, Name: "sqlite3_open"}
//
//	rc := cOpen.Get()(name, &db)
//
// The first use of a function links the members of archives that it needs, and no others.
//
// Law: it knows no process and no compiler: where code runs is the World that the program gives, package world's in generated ones.
package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// World is where a library's code runs.
type World struct {
	// Load makes a program of files, see [program.Load], and of shared libraries, which have what the files refer to: what of
	// those the world has by itself it need not look for. nil: there is no world.
	Load func(ctx context.Context, files fs.FS, names, shared []string) (*program.Program, error)
	// Callback makes a C function of a Go function. nil: there are none.
	Callback func(fn any) (Callable, error)
}

// Callable is a C function that a world has made.
type Callable interface {
	Addr() uint64
	Close() error
}

var (
	// ErrNoWorld says that a library has no [World] to run in. Those of generated packages have one.
	ErrNoWorld = errors.New("there is nothing that loads code")
	// ErrGenerate says that an embedded file is not there. It is matched beside [fs.ErrNotExist].
	ErrGenerate = errors.New("run go generate in the folder of the package")
	// ErrClosed says that the library was closed.
	ErrClosed = errors.New("the library is closed")
)

// Error says that a library, or something of it, cannot be used.
type Error struct {
	Library string
	Name    string // of the function or variable in C, "": the library itself
	Err     error
}

func (e *Error) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("%s: %v", e.Library, e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.Library, e.Name, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Failure is a result of a C function by which that says that it has failed.
type Failure struct {
	Func string
	Code int64
	Null bool                    // the result is a null pointer
	Text func(code int64) string // nil: there is none
}

func (e *Failure) Error() string {
	if e.Null {
		return e.Func + ": a null pointer"
	}
	s := fmt.Sprintf("%s: %d", e.Func, e.Code)
	if e.Text != nil {
		if text := e.Text(e.Code); text != "" {
			return fmt.Sprintf("%s (%d)", e.Func+": "+text, e.Code)
		}
	}
	return s
}

// Library is a C library in archives and objects. Its fields must not be changed once something of it is used. Its methods
// may be called concurrently.
type Library struct {
	Name   string   // for errors
	Files  fs.FS    // has the archives
	Names  []string // of archives and objects in Files
	Shared []string // shared libraries that these refer to: libm.so.6
	World  *World

	// Unchecked has the types of functions not compared with debug information (program.Program.LeaveUnchecked).
	Unchecked bool

	mu     sync.Mutex // guards what follows, and is held while the library is opened
	p      *program.Program
	closed bool
}

// program is the open library.
func (l *Library) program(ctx context.Context) (*program.Program, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return nil, &Error{Library: l.Name, Err: ErrClosed}
	case l.p != nil:
		return l.p, nil
	case l.World == nil || l.World.Load == nil:
		return nil, &Error{Library: l.Name, Err: ErrNoWorld}
	}
	for _, name := range l.Names {
		if _, err := fs.Stat(l.Files, name); errors.Is(err, fs.ErrNotExist) {
			return nil, &Error{Library: l.Name, Err: fmt.Errorf("%w: %w", err, ErrGenerate)}
		}
	}
	p, err := l.World.Load(ctx, l.Files, l.Names, l.Shared)
	if err != nil {
		return nil, &Error{Library: l.Name, Err: err}
	}
	if l.Unchecked {
		p.LeaveUnchecked()
	}
	l.p = p
	return p, nil
}

// Program opens the library, unless it is open, for those that look at what is loaded. It is the library's to close.
func (l *Library) Program(ctx context.Context) (*program.Program, error) { return l.program(ctx) }

// Load opens the library and links what the functions and variables of these C names need. Errors are *[Error].
func (l *Library) Load(ctx context.Context, names ...string) error {
	p, err := l.program(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := p.Lookup(name); err != nil {
			return &Error{l.Name, name, err}
		}
	}
	return nil
}

// Close unloads the library: its destructors run, and its code goes. Nothing of it may be in use; a call that begins
// later panics. A library that was never used only says that it is closed from then on.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return &Error{Library: l.Name, Err: ErrClosed}
	}
	l.closed = true
	if l.p == nil {
		return nil
	}
	return l.p.Close()
}
