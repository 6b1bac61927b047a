// Package traceback makes Go's own tracebacks show functions of loaded code: when loaded
// code crashes, the runtime prints its frames, with names, files and lines, before those of
// the Go code that called it, and CPU profiles name them.
//
//	tb, err := traceback.New(traceback.Config{Lines: true})
//	if err == nil {
//		cfg.Listeners = append(cfg.Listeners, tb)
//	}
//
// Package host has one without lines in its Config, unless it is told not to. This package uses
// runtime.SetCgoTraceback, and so works where the runtime does: on linux/amd64,
// linux/arm64 and linux/ppc64le, for code that is called through the runtime's cgocall, as package host does,
// in programs with cgo and, by what this package has for them, in those without. Elsewhere New says why not. In
// a static program package static reports faults by itself, by [Reporter]. A program that handles such signals itself asks [Stack].
//
// The runtime asks where a thread is that a signal has interrupted in loaded code. Frames
// are found by the objects' unwind tables, from the instruction on that was interrupted, and
// those of shared libraries (of abort, or of qsort that calls loaded code back) by their own
// .eh_frame, of the libraries that there were when New was called last. Other code's address
// is told, and frames of loaded code only if that has called it directly and it has nothing
// on the stack. A frame whose table computes its place by an expression ends the list, and so
// does one whose stack cannot be read.
// Frames of loaded code that has called back into Go are not shown: what calls back would have
// to tell the runtime where from, and nothing does. Nor are those of threads that Go did not
// start, but in profiles: of a crash there the runtime tells the registers alone.
//
// Law: what the runtime calls is in a signal handler or a process that dies. It takes no lock,
// allocates nothing, needs no room on the stack that the linker has not counted, and reads
// tables alone that are complete before they are to be seen.
package traceback

import (
	"errors"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// UnsupportedError says why the runtime cannot show loaded code here.
type UnsupportedError struct{ Why string }

func (e *UnsupportedError) Error() string { return "traceback: " + e.Why }

const noCgo = "this program has neither cgo nor rtdyld/host, so that the runtime knows no code but Go's"

// Is matches [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool { return t == errors.ErrUnsupported }

// Config says what a Traceback tells. The zero value is names of functions alone.
type Config struct {
	// Lines has files, lines and inlined calls told. It costs the reading of an object's
	// debug information when it is finalized, and about as much memory as that has: while a
	// program dies there is no time for it. Without it, what is told of an ELF object is read
	// in its .eh_frame and its symbol table as they lie in memory when something crashes: it
	// costs a look at the records of .eh_frame before, whatever the number of other objects; a
	// linked image has a sorted table of them, and costs none.
	Lines bool
}

// Traceback shows the objects of linkers and engines that it is a [rtdyld.Listener] of, in
// this process. Several may be in use, for one object, too: then that with lines counts. Its
// methods may be called concurrently.
type Traceback struct{ lines bool }

const kindCode = objfmt.KindCode

// shared is what all Tracebacks of the process have in common: the runtime has one hook.
var shared struct {
	sync.Mutex
	installed bool // the runtime has been told
	index     *index
	tables    map[*rtdyld.Object][]*table
	old       []replaced
	live      int // tables in the index
	moved     int // slots that changes of the index have moved, for tests

	sections []section // of libraries, and then those that were registered
}

// New sets the runtime's hook, once for all, looks which libraries there are, and returns
// a Traceback. It returns an
// *[UnsupportedError] where the runtime has none, the program has no place for it, or
// somebody else has set it.
func New(cfg Config) (*Traceback, error) {
	shared.Lock()
	defer shared.Unlock()
	if !shared.installed {
		if err := install(); err != nil {
			return nil, err
		}
		shared.installed = true
	}
	begin()
	describeLibraries(libraries())
	return &Traceback{cfg.Lines}, nil
}

// begin makes what all have in common. The lock is held.
func begin() {
	if shared.index == nil {
		shared.index, shared.tables = new(index), map[*rtdyld.Object][]*table{}
	}
}

// Finalized implements [rtdyld.Listener].
func (tb *Traceback) Finalized(objs []*rtdyld.Object) {
	var few [2][]*table
	var one [2]*table
	made := few[:0]
	for _, o := range objs {
		made = append(made, tb.tables(o))
	}
	shared.Lock()
	defer shared.Unlock()
	add, gone := one[:0], []*table(nil)
	for i, o := range objs {
		old := shared.tables[o] // of another Traceback that has it, too
		if len(old) > 0 && old[0].loaded == nil && !tb.lines {
			release(made[i]) // that one tells more
			continue
		}
		shared.tables[o] = made[i]
		add, gone = append(add, made[i]...), append(gone, old...)
	}
	change(add, gone)
}

// tables makes the tables of an object: without lines of what it has in memory, if it can be
// read there.
func (tb *Traceback) tables(o *rtdyld.Object) []*table {
	if !tb.lines {
		if ts := loadedOf(o); ts != nil {
			return ts
		}
	}
	sym, objs := symbolize.New(), []*rtdyld.Object{o}
	sym.Finalized(objs)
	defer sym.Unloading(objs)
	return tablesOf(o, sym, tb.lines)
}

// Unloading implements [rtdyld.Listener].
func (tb *Traceback) Unloading(objs []*rtdyld.Object) {
	shared.Lock()
	defer shared.Unlock()
	var gone []*table
	for _, o := range objs {
		gone = append(gone, shared.tables[o]...)
		delete(shared.tables, o)
	}
	change(nil, gone)
}

// change publishes tables and empties the slots of others. What is replaced stays in memory
// until nobody reads: who began to read before may still have it, and the collector does not
// see signal handlers.
func change(add, gone []*table) {
	for _, t := range gone {
		t.slot.table.Store(nil)
	}
	if len(gone) > 0 {
		shared.old = append(shared.old, replaced{tables: gone})
	}
	shared.live += len(add) - len(gone)
	x, moved := shared.index, 0
	if len(add) > 0 {
		x, moved = x.with(add)
		shared.moved += moved
	}
	// Empty slots, too, are no more than a part of all.
	if x.slots() > 2*shared.live+minSlots {
		x, moved = x.packed()
		shared.moved += moved
	}
	if x != shared.index {
		replace(x)
	} else {
		sweep()
	}
}

// minSlots is how many slots may be empty in any case.
const minSlots = 64

// replace publishes an index.
func replace(x *index) {
	shared.old = append(shared.old, replaced{index: shared.index})
	shared.index = x
	publish(x)
	sweep()
}

// sweep lets go of what was replaced, unless somebody reads.
func sweep() {
	if len(shared.old) == 0 || reading() {
		return
	}
	for _, old := range shared.old {
		release(old.tables)
	}
	clear(shared.old)
	shared.old = shared.old[:0]
}

// release lets go of what tables that nobody reads have taken.
func release(ts []*table) {
	for _, t := range ts {
		if t.loaded != nil {
			t.loaded.release()
		}
	}
}

// replaced is what a reader may still have.
type replaced struct {
	index  *index
	tables []*table
}
