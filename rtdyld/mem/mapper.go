package mem

import (
	"context"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Mapper brings linked code and data into the memory of an executor: this process,
// a child, or a machine elsewhere. All addresses are the executor's. What the linker
// writes to, working memory, is this process's; where both are the same memory, or
// the same pages, nothing is copied.
//
// The life of memory:
//
//	Reserve       address space, without memory
//	Prepare       working memory for a part of it, zeroed: the linker writes here
//	Initialize    the contents appear in the executor with their permissions, the
//	              finalize actions run
//	Deinitialize  the dealloc actions run, in reverse; the pages are given back
//	Release       the address space goes
//
// Methods may be called concurrently; calls for overlapping ranges must not be.
// What was prepared and is not initialized stays until it is prepared again, which
// gives it zeroed, or until its reservation is released.
//
// What cannot be is refused with a *[RangeError], a *[LimitError], an *[IDError] or an
// *[ActionError], and then nothing has changed. What the executor's system refuses is a
// *[SystemError]. A ctx that is done already refuses Reserve, Prepare and Initialize.
//
// No page is writable and executable in any address space at any time.
//
// Package memtest has the tests that every mapper passes.
type Mapper interface {
	// Traits says what the executor's memory is like. It is constant.
	Traits() Traits
	// Reserve takes size bytes of the executor's address space, rounded up to whole
	// pages. No memory is used yet. Errors match [ErrNoSpace], [ErrClosed].
	Reserve(ctx context.Context, size uint64, where Placement) (Range, error)
	// Prepare returns working memory of size bytes for the executor's memory at addr,
	// which must begin at a multiple of Traits.Unit, lie in one reservation, and not be
	// initialized. It is zeroed, writable, and the mapper's. After Initialize of a segment
	// that it is for it may be read, which shows what was written here. After Deinitialize or
	// Release it is gone. Prepare makes no round trip to an executor elsewhere.
	Prepare(ctx context.Context, addr, size uint64) ([]byte, error)
	// Initialize gives segments their contents and permissions and makes code visible to
	// instruction fetch; then it runs the finalize actions in order. If one of these
	// fails, the dealloc actions of those before it run in reverse, the memory of all
	// segments is given back as by Deinitialize, and an *[ActionError] is returned.
	// All of a segment must have been prepared since its memory was given back last, in one
	// call or several. Segments must not overlap each other or what is initialized. Memory of
	// segments with FinalizeOnly is given back when the actions have run.
	// If Traits.Live, Initialize leaves in Mem of segments of KindWritable the memory that code
	// sees, as many bytes as there were: what it has now, and it may be written.
	Initialize(ctx context.Context, init Initialization) (InitID, error)
	// Deinitialize runs the dealloc actions of initializations, all in reverse: those
	// of the last id first. Then it gives their memory back: it can be prepared again.
	// All of them go, whatever the errors, which are joined. An id that is not known is an
	// *[IDError], and the others go.
	Deinitialize(ctx context.Context, ids ...InitID) error
	// Release deinitializes what has a segment in reservations, the last initialization
	// first and each as a whole, and gives the address space back. bases are their first
	// addresses. They go whatever the errors, which are joined; an address where none begins
	// is a *[RangeError], and the others go.
	Release(ctx context.Context, bases ...uint64) error
}

// Traits says what an executor's memory is like.
type Traits struct {
	// Page is the size of a page in bytes, a power of two.
	Page uint64
	// Unit is what segments begin at and are rounded up to, in bytes, a power of two:
	// Page, or less where working memory stays writable, so that a page can hold segments
	// of several initializations. All segments of one page must have the same Kind.
	Unit uint64
	// Live says that the executor's memory is this process's: what a segment's code writes
	// is seen here, in Mem as Initialize leaves it.
	Live bool
}

// Range is a part of an executor's address space, in bytes.
type Range struct{ Addr, Size uint64 }

// Placement says where a reservation should lie. The zero value is: anywhere.
type Placement struct {
	// Near are the lowest and the highest address that it should be within 2 GiB of, if
	// there is room. 0, 0: none.
	Near [2]uint64
	// Low says that it must lie below 2 GiB.
	Low bool
	// Huge says that huge pages pay.
	Huge bool
}

// Lifetime says how long a segment is needed.
type Lifetime uint8

const (
	Standard     Lifetime = iota // until Deinitialize
	FinalizeOnly                 // until the finalize actions have run
)

// String names the lifetime.
func (l Lifetime) String() string {
	if l == FinalizeOnly {
		return "finalize-only"
	}
	return "standard"
}

// Segment is a part of a reservation whose bytes get the same permissions.
type Segment struct {
	Addr uint64      // in the executor, a multiple of Traits.Unit
	Size uint64      // bytes, not 0
	Mem  []byte      // contents, from Prepare at Addr; what follows up to Size is left zero. See Initialize
	Kind objfmt.Kind // KindCode, KindReadOnly or KindWritable
	Life Lifetime
}

// Call is a call of a function of the executor, in its C convention, with up to six
// words. It returns an int; all but 0 is a failure. A Call with address 0 does
// nothing.
type Call struct {
	Addr uint64
	Args []uint64
}

// Action is a pair of calls: one when memory is initialized, one that undoes it when it is
// deinitialized.
type Action struct{ Finalize, Dealloc Call }

// Initialization is what Initialize does in one step.
type Initialization struct {
	Segments []Segment
	Actions  []Action
}

// InitID names an initialization of one mapper. 0 names none.
type InitID uint64

// Runner runs a call of an action in this process. It may be called concurrently. ctx is
// that of the verb, for dealloc actions without its end. An error, or a result that is not
// 0 and that it makes one of, is a failure.
type Runner func(ctx context.Context, c Call) error
