package traceback

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Frames returns an unwinder that tells next (nil: nobody) of call frame information and has
// the runtime step by it, too. It is for the process of an executor, whose code a linker
// elsewhere has put there: of that code a traceback has addresses alone, which the linker's
// side can name. The memory of a section is read when something crashes, and costs nothing
// before. It may be used concurrently, if next may. The error is New's.
func Frames(next rtdyld.Unwinder) (rtdyld.Unwinder, error) {
	if _, err := New(Options{}); err != nil {
		return nil, err
	}
	return &unwinder{next}, nil
}

type unwinder struct{ next rtdyld.Unwinder }

// Register implements rtdyld.Unwinder.
func (u *unwinder) Register(ctx context.Context, eh rtdyld.Block) error {
	if u.next != nil {
		if err := u.next.Register(ctx, eh); err != nil {
			return err
		}
	}
	shared.Lock()
	defer shared.Unlock()
	// Who reads an index has its own length of the list, so that it may grow in place.
	shared.sections = append(shared.sections, section{hi: ^uintptr(0), frames: uintptr(eh.Addr)})
	replace(&index{shared.index.runs, shared.sections})
	return nil
}

// Deregister implements rtdyld.Unwinder.
func (u *unwinder) Deregister(ctx context.Context, eh rtdyld.Block) error {
	shared.Lock()
	shared.sections = without(shared.sections, func(s section) bool { return s.frames == uintptr(eh.Addr) })
	replace(&index{shared.index.runs, shared.sections})
	shared.Unlock()
	if u.next == nil {
		return nil
	}
	return u.next.Deregister(ctx, eh)
}

// describeOutside publishes an index with the sections of libraries before those that are
// registered. The lock is held.
func describeOutside(libraries []section) {
	registered := without(shared.sections, func(s section) bool { return s.header != 0 })
	shared.sections = append(libraries, registered...)
	replace(&index{shared.index.runs, shared.sections})
}

// without copies a list.
func without(list []section, gone func(section) bool) []section {
	return slices.DeleteFunc(slices.Clone(list), gone)
}
