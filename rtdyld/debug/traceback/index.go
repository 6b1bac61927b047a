package traceback

import (
	"cmp"
	"slices"
	"sync/atomic"
)

// index is all code by address: runs of slots, each in order and at least twice as long as
// the one behind it, so that a slot is moved a number of times that grows with the logarithm
// of how many there are. An index never changes: another one takes its place.
type index struct {
	runs     [][]*slot
	sections []section // of other code
}

// slot is the place of a table. What has gone leaves an empty slot, which the next move
// leaves out; slots of one run that are not empty have no code in common.
type slot struct {
	start, end uintptr
	table      atomic.Pointer[table]
}

// with returns an index with tables, which get their slots, and how many slots that moved.
func (x *index) with(add []*table) (out *index, moved int) {
	run := make([]*slot, len(add))
	for i, t := range add {
		t.slot = &slot{start: t.start, end: t.end}
		t.slot.table.Store(t)
		run[i] = t.slot
	}
	slices.SortFunc(run, inOrder)
	moved = len(run)
	runs := x.runs
	for n := len(runs); n > 0 && len(runs[n-1]) < 2*len(run); n-- {
		moved += len(runs[n-1])
		run, runs = merge(runs[n-1], run), runs[:n-1]
	}
	out = &index{make([][]*slot, len(runs), len(runs)+1), x.sections}
	copy(out.runs, runs)
	if len(run) > 0 {
		out.runs = append(out.runs, run)
	}
	return out, moved
}

// packed returns an index of one run without empty slots.
func (x *index) packed() (out *index, moved int) {
	all := slices.Concat(x.runs...)
	moved = len(all)
	all = slices.DeleteFunc(all, (*slot).empty)
	slices.SortFunc(all, inOrder)
	out = &index{sections: x.sections}
	if len(all) > 0 {
		out.runs = [][]*slot{slices.Clip(all)}
	}
	return out, moved
}

// slots counts all slots, empty ones among them.
func (x *index) slots() (n int) {
	for _, r := range x.runs {
		n += len(r)
	}
	return n
}

func inOrder(a, b *slot) int { return cmp.Compare(a.start, b.start) }

func (s *slot) empty() bool { return s.table.Load() == nil }

// merge makes one run of two, without empty slots.
func merge(a, b []*slot) []*slot {
	out := make([]*slot, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		from := &a
		if len(a) == 0 || len(b) > 0 && b[0].start < a[0].start {
			from = &b
		}
		if s := (*from)[0]; !s.empty() {
			out = append(out, s)
		}
		*from = (*from)[1:]
	}
	return out
}
