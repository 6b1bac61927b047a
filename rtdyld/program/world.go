package program

import (
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// World is where the code of a program runs: its memory, the names outside, calls. It is in
// the address space of this process. Its methods may be called concurrently.
type World interface {
	// Config configures the program's linker.
	Config() rtdyld.Config
	// Caller calls loaded code. nil: nothing can be bound.
	Caller() abi.Caller
	// Provides reports names that archives must not define, since the world does
	// (see [rtdyld.Collect]).
	Provides(name string) bool
	// Close ends the world, after all that was loaded into it is unloaded.
	Close() error
}
