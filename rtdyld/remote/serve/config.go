package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Protocol is the version of the protocol that this package speaks.
const Protocol = 1

// Config has the parts of a server. Mapper is required; of everything else that is nil a
// controller is told codes.Unimplemented.
type Config struct {
	// Triple is the target of the code that runs here.
	Triple triple.Triple
	// Token is what a controller must know. "": nothing.
	Token string
	// Instance names the session. "": a random name.
	Instance string
	// Near is an address that memory should be near, 0: none.
	Near uint64

	// Mapper has the memory. The actions of its initializations must be run by
	// [Server.RunAction]. It must refuse what a mapper must not be asked for, as those of
	// package mem do: a controller may ask for anything.
	Mapper mem.Mapper
	// Shared is Mapper, if it can map memory that is passed to [Server.Receive].
	Shared SharedMapper
	// Memory reads and writes what is mapped. nil: [OwnMemory].
	Memory Memory
	// Resolver finds names in this process.
	Resolver rtdyld.Resolver
	// Callers are the conventions that functions can be called by, the native one first.
	Callers []Caller
	// Members is told of objects and runs their constructors and destructors.
	Members Members
	// Unwinder is told of unwind information in its formats.
	Unwinder rtdyld.Unwinder
	// Images maps linked images. Its blocks are this process's memory.
	Images rtdyld.ImageMapper
	// Library tells which shared library of a name (DT_SONAME) is in the process.
	Library func(name string) (lib rtdyld.ImageLibrary, ok bool)
	// TLS places thread-locals.
	TLS rtdyld.TLSProvider
	// Main calls int main(int, char **, char **). It returns main's result and, if the
	// program's last output could not be written, why. Any error means that main was
	// not called. env is nil for the environment of the process.
	Main func(ctx context.Context, caller abi.Caller, addr uint64, args, env []string) (status int, lost, err error)
	// Go runs f, which calls loaded code, on a thread that runs nothing else meanwhile, and
	// does not wait for it; an error says that f does not run. It is called for what is asked
	// for while the thread of [Server.Work] is busy. nil: threads of Go's runtime.
	Go func(f func()) error
	// Returned is called each time that loaded code has returned, or has called what Callback made, on its thread, before
	// anything else runs there. It must not block. nil: not called.
	Returned func()
	// Callback makes a C function of a Go function of two words, which loaded code calls on any thread, for
	// functions that are linked when they are called. It is called once, when a controller first has such functions.
	Callback func(f func(context, number uint64) uint64) (addr uint64, err error)
	// Stdio carries the process's standard streams.
	Stdio *Stdio

	// End ends the process: loaded code runs that its controller has given up. It is
	// called once for each such request. nil: nothing is done, and the code goes on.
	End func(cause error)

	// Descriptors is the path of the socket for descriptors, "": it was inherited.
	Descriptors string
	// Restrictions are told to the controller.
	Restrictions []*wire.Restriction
	// MaxMessage is the largest message accepted, in bytes. 0: 16 MiB.
	MaxMessage int
	// MaxEntries is how many strings, bytes and messages may be in one message. 0: 262,144.
	MaxEntries int
	// MaxMemory is how many bytes Mapper lets be initialized at a time. 0: no limit.
	MaxMemory uint64
	// MaxReserved is how many bytes of address space may be reserved at a time. 0: 64 GiB.
	MaxReserved uint64
	// MaxCalls is how many functions of loaded code may run at a time, each on a thread
	// of its own. 0: 256.
	MaxCalls int
	// Logger gets a record for each session and each request that is refused. nil:
	// silence.
	Logger *slog.Logger
}

// Caller is a convention by its name in the protocol.
type Caller struct {
	Name   wire.Convention
	Caller abi.Caller
}

// Object is what an executor knows of an object that a controller has linked.
type Object struct {
	ID        uint64 // the controller's number
	Name      string
	DSOHandle uint64      // identifies the object to __cxa_atexit, 0: it registers nothing
	Memory    []mem.Range // what its addresses are in
}

// Members is told of objects in the order of events. Its methods may be called
// concurrently, for different objects.
type Members interface {
	// Attach takes objects and runs constructors in order. On an error it has taken none. fini are their destructors, in the order in
	// which the C library's exit runs them if code calls that before Detach.
	Attach(ctx context.Context, objs []*Object, init, fini []uint64) error
	// Detach runs what objects have registered by themselves, then destructors in order,
	// and forgets the objects whatever the error.
	Detach(ctx context.Context, objs []*Object, fini []uint64) error
}

// ErrConfig says that a server cannot be made of the configuration given.
var ErrConfig = errors.New("serve: configuration")

// check sets defaults.
func (o *Config) check() error {
	if o.Mapper == nil {
		return fmt.Errorf("%w: no Mapper", ErrConfig)
	}
	for i, c := range o.Callers {
		if c.Caller == nil || c.Caller.Convention() == nil {
			return fmt.Errorf("%w: no caller for %v at %d", ErrConfig, c.Name, i)
		}
	}
	for _, l := range []struct {
		value *int
		usual int
	}{
		{&o.MaxMessage, 16 << 20}, {&o.MaxEntries, 1 << 18}, {&o.MaxCalls, 256},
	} {
		if *l.value < 0 {
			return fmt.Errorf("%w: negative limit", ErrConfig)
		}
		if *l.value == 0 {
			*l.value = l.usual
		}
	}
	if o.MaxReserved == 0 {
		o.MaxReserved = 1 << 36
	}
	if o.Memory == nil {
		o.Memory = OwnMemory()
	}
	if o.Go == nil {
		o.Go = goThread
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return nil
}
