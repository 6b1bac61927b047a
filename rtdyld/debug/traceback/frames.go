package traceback

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Frames returns an unwinder that has the runtime step by .eh_frame sections. It is for the
// process of an executor, whose code a linker elsewhere has put there: of that code a
// traceback has addresses alone, which the linker's side can name. It goes beside the
// process's own unwinder, in [rtdyld.Unwinders]. The memory of a section is read when
// something crashes, and costs nothing before. It may be used concurrently. The error is New's. Of libraries it has those that New, if
// it was called, has found.
func Frames() (rtdyld.Unwinder, error) {
	shared.Lock()
	found := shared.installed
	shared.Unlock()
	if !found {
		if _, err := New(Config{}); err != nil {
			return nil, err
		}
	}
	return unwinder{}, nil
}

type unwinder struct{}

// Formats implements rtdyld.Unwinder.
func (unwinder) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

// Register implements rtdyld.Unwinder.
func (unwinder) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	shared.Lock()
	defer shared.Unlock()
	// Who reads an index has its own length of the list, so that it may grow in place.
	for _, t := range tables {
		shared.sections = append(shared.sections, section{hi: ^uintptr(0), frames: uintptr(t.Addr)})
	}
	replace(&index{shared.index.runs, shared.sections})
	return nil
}

// fewTables is how many tables are looked through one by one.
const fewTables = 8

// Deregister implements rtdyld.Unwinder.
func (unwinder) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	shared.Lock()
	defer shared.Unlock()
	gone := func(s section) bool {
		return slices.ContainsFunc(tables, func(t rtdyld.UnwindTable) bool { return s.frames == uintptr(t.Addr) })
	}
	if len(tables) > fewTables {
		set := make(map[uintptr]struct{}, len(tables))
		for _, t := range tables {
			set[uintptr(t.Addr)] = struct{}{}
		}
		gone = func(s section) bool { _, ok := set[s.frames]; return ok }
	}
	shared.sections = without(shared.sections, gone)
	replace(&index{shared.index.runs, shared.sections})
	return nil
}

// describeLibraries publishes an index with the sections of libraries before those that are
// registered. The lock is held.
func describeLibraries(libraries []section) {
	registered := without(shared.sections, func(s section) bool { return s.header != 0 })
	shared.sections = append(libraries, registered...)
	replace(&index{shared.index.runs, shared.sections})
}

// without copies a list.
func without(list []section, gone func(section) bool) []section {
	return slices.DeleteFunc(slices.Clone(list), gone)
}
