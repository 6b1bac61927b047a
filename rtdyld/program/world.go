package program

import (
	"context"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// World is where the code of a program runs: its memory, external names, calls. It is in
// the address space of this process. Its methods may be called concurrently.
type World interface {
	// LinkerConfig configures the program's linker.
	LinkerConfig() rtdyld.Config
	// Caller calls loaded code. nil: nothing can be bound.
	Caller() abi.Caller
	// Provides reports names that archives must not define, since the world does
	// (see [rtdyld.Collect]).
	Provides(name string) bool
	// Explain is given the error of a load that failed, with the images that were to be loaded
	// and the archives, all open, and returns it with what it knows of the names that nobody
	// defines (package rtdyld/explain), or as it is.
	Explain(ctx context.Context, err error, images []*objfmt.ObjectImage, archives []*ar.Archive) error
	// Callback gives the address of a C function that calls a Go function until the world is closed. An error says that
	// loaded code cannot call Go there, or not a function of that type.
	Callback(fn any) (uint64, error)
	// Close ends the world, after all that was loaded into it is unloaded.
	Close() error
}
