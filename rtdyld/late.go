package rtdyld

import "github.com/go-rtdyld/rtdyld/objfmt"

// island is memory of an object that was asked for when all addresses were known: stubs near the
// branches that need them, or its GOT within reach of what refers to it.
type island struct {
	alloc Allocation
	Block
	kind objfmt.Kind
}

// late is what an object has of that. With [StubsByAddress].
type late struct {
	islands []island
	got     island // alloc is nil: its GOT is where Load has put it
	gotWas  uint64 // address of that
	final   int    // how many of list are finalized
}

// list is all of it.
func (x *late) list() []*island {
	if x == nil {
		return nil
	}
	var all []*island
	if x.got.alloc != nil {
		all = append(all, &x.got)
	}
	for i := range x.islands {
		all = append(all, &x.islands[i])
	}
	return all
}

// addLate is the object's late memory, made for the first that it gets.
func (o *Object) addLate() *late {
	if o.late == nil {
		o.late = &late{}
	}
	return o.late
}

// takeLate takes an object its late memory; nil if it has none.
func (o *Object) takeLate() *late {
	x := o.late
	o.late = nil
	return x
}

// lateGOT is the memory of the object's GOT where Load has not put it, nil if it has.
func (o *Object) lateGOT() []byte {
	if o.late == nil || o.late.got.alloc == nil {
		return nil
	}
	return o.late.got.Mem
}
