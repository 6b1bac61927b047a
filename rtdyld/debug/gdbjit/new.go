package gdbjit

import (
	"errors"
	"fmt"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// ErrStripped is matched by New's error in a program without a symbol table, as
// -ldflags=-s makes it: debuggers could not find the list of entries.
var ErrStripped = errors.New("program is stripped (-ldflags=-s)")

// ErrUnsupported is matched by New's error on systems for which the interface is not made.
var ErrUnsupported = errors.New("not supported on this system")

// New returns a listener for the Listeners of linkers and engines. A program without a
// symbol table gets an error that matches [ErrStripped]; so does one whose file cannot be
// read any more. Where there is no interface, it matches [ErrUnsupported].
func New() (*Listener, error) {
	if err := findable(); err != nil {
		return nil, err
	}
	return NewStripped()
}

// NewStripped is New for a program whose symbol table is in another file, as "objcopy
// --only-keep-debug" makes it before "strip": "gdb -s FILE" or a debug link shows
// it to the debugger. Without such a file no debugger sees anything.
func NewStripped() (*Listener, error) {
	if !supported {
		return nil, fmt.Errorf("gdbjit: GDB's JIT interface: %w", ErrUnsupported)
	}
	return &Listener{groups: map[*rtdyld.Object]*group{}}, nil
}

// findable says, looking once, why debuggers would not find the interface.
var findable = sync.OnceValue(func() error {
	if !supported {
		return nil // NewStripped says so
	}
	if ok, err := symbolTable(); err != nil {
		return fmt.Errorf("gdbjit: symbol table: %w: %w", err, ErrStripped)
	} else if !ok {
		return fmt.Errorf("gdbjit: no symbol __jit_debug_register_code: %w; link without -s, or see NewStripped", ErrStripped)
	}
	return nil
})
