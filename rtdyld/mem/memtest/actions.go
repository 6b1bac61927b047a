package memtest

import (
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// testActions: finalize calls in order, when code has its permissions and memory its
// contents; dealloc calls in reverse, while memory is still there.
func testActions(r *rig) {
	l := r.newLog()
	at := r.reserve(4)
	own := code(r.needCode().record)
	segs := []mem.Segment{
		r.segment(objfmt.KindCode, at.Addr, uint64(len(own)), own),
		r.segment(objfmt.KindWritable, at.Addr+r.Page, 64, nil),
	}
	mine := func(v uint32) mem.Call {
		return mem.Call{Addr: at.Addr, Args: []uint64{at.Addr + r.Page, uint64(v), 0}}
	}
	id := r.initialize(mem.Initialization{Segments: segs, Actions: []mem.Action{
		l.pair(1),
		{Finalize: mine(50), Dealloc: mine(51)},
		{Finalize: l.call(2, 0)},
		{Dealloc: l.call(203, 0)},
		{},
		l.pair(4),
	}})
	l.want("finalize", 1, 2, 4)
	r.want(at.Addr+r.Page, r.words(1, 50, 0))
	// Actions alone, without memory.
	alone := r.initialize(mem.Initialization{Actions: []mem.Action{l.pair(9)}})
	l.want("finalize without memory", 9)
	r.deinitialize(alone)
	l.want("dealloc without memory", 109)
	r.deinitialize(id)
	l.want("dealloc", 104, 203, 101)
}

// testArguments: all six words arrive.
func testArguments(r *rig) {
	m := r.needCode()
	at := r.reserve(2)
	f := code(m.spread)
	r.load(objfmt.KindCode, at.Addr, f)
	to := at.Addr + r.Page
	r.initialize(mem.Initialization{
		Segments: []mem.Segment{r.segment(objfmt.KindWritable, to, 64, nil)},
		Actions:  []mem.Action{{Finalize: mem.Call{Addr: at.Addr, Args: []uint64{to, 11, 22, 33, 44, 55}}}},
	})
	for i, want := range []uint32{11, 22, 33, 44, 55, 0} {
		if got := r.word(to + 4*uint64(i)); got != want {
			r.Errorf("argument %d arrived as %d, want %d", i+1, got, want)
		}
	}
	seven := mem.Call{Addr: at.Addr, Args: make([]uint64, 7)}
	for _, a := range []mem.Action{{Finalize: seven}, {Dealloc: seven}} {
		id, err := r.Mapper.Initialize(r.ctx(), mem.Initialization{Actions: []mem.Action{{}, a}})
		if e := as[*mem.ActionError](r, err, "seven arguments"); e == nil {
			r.Errorf("initialize has made %d of it", id)
		}
	}
}

// testFailedAction: what a failing finalize call leaves is nothing.
func testFailedAction(r *rig) {
	l := r.newLog()
	at := r.reserve(8)
	once := r.segment(objfmt.KindCode, at.Addr+2*r.Page, 100, pattern(2, 100))
	once.Life = mem.FinalizeOnly
	init := mem.Initialization{
		Segments: []mem.Segment{
			r.segment(objfmt.KindCode, at.Addr, 2*r.Page, pattern(1, 100)),
			once,
			r.segment(objfmt.KindWritable, at.Addr+4*r.Page, 100, pattern(3, 100)),
		},
		Actions: []mem.Action{l.pair(1), l.pair(2), {Finalize: l.call(3, -7), Dealloc: l.call(103, 0)}, l.pair(4), l.pair(5)},
	}
	id, err := r.Mapper.Initialize(r.ctx(), init)
	if e := as[*mem.ActionError](r, err, "the third of five actions fails"); e == nil {
		r.Fatalf("initialize has made %d of it", id)
	} else if e.Index != 2 || e.Dealloc || e.Call.Addr != l.record {
		r.Errorf("the error is of action %d at %#x, dealloc %v", e.Index, e.Call.Addr, e.Dealloc)
	}
	l.want("three finalize, two dealloc in reverse", 1, 2, 3, 102, 101)
	// Its memory can be had again, for another use.
	r.prepare(at.Addr, 6*r.Page, nil)
	r.load(objfmt.KindWritable, at.Addr, pattern(5, int(6*r.Page)))
	r.want(at.Addr, pattern(5, int(6*r.Page)))
	// The first fails: nothing to undo.
	_, err = r.Mapper.Initialize(r.ctx(), mem.Initialization{Actions: []mem.Action{{Finalize: l.call(6, 1), Dealloc: l.call(106, 0)}, l.pair(7)}})
	if e := as[*mem.ActionError](r, err, "the first action fails"); e != nil && e.Index != 0 {
		r.Errorf("the error is of action %d", e.Index)
	}
	l.want("one finalize", 6)
	// An undo that fails does not stop the others.
	bad := mem.Action{Finalize: l.call(9, 0), Dealloc: l.call(109, 3)}
	_, err = r.Mapper.Initialize(r.ctx(), mem.Initialization{Actions: []mem.Action{l.pair(8), bad, {Finalize: l.call(10, 2)}}})
	as[*mem.ActionError](r, err, "the last action and an undo fail")
	l.want("a failing undo", 8, 9, 10, 109, 108)
}

// testFailedDealloc: all run, the memory goes, the errors are told.
func testFailedDealloc(r *rig) {
	l := r.newLog()
	at := r.reserve(4)
	init := func(off uint64, v uint32) mem.InitID {
		return r.initialize(mem.Initialization{
			Segments: []mem.Segment{r.segment(objfmt.KindReadOnly, at.Addr+off, 10, pattern(1, 10))},
			Actions:  []mem.Action{l.pair(v), {Finalize: l.call(v+1, 0), Dealloc: l.call(v+101, -1)}, l.pair(v + 2)},
		})
	}
	a, b := init(0, 10), init(r.Page, 20)
	l.want("finalize", 10, 11, 12, 20, 21, 22)
	err := r.Mapper.Deinitialize(r.ctx(), a, b)
	if e := as[*mem.ActionError](r, err, "dealloc actions fail"); e != nil && (e.Index != 1 || !e.Dealloc) {
		r.Errorf("the error is of action %d, dealloc %v", e.Index, e.Dealloc)
	}
	l.want("dealloc", 122, 121, 120, 112, 111, 110)
	as[*mem.IDError](r, r.Mapper.Deinitialize(r.ctx(), a), "what was deinitialized with an error")
	r.prepare(at.Addr, 2*r.Page, nil)
	// The same with Release.
	init(0, 30)
	l.want("finalize", 30, 31, 32)
	as[*mem.ActionError](r, r.release(at.Addr), "dealloc actions of a release fail")
	l.want("dealloc by release", 132, 131, 130)
	r.gone(at.Addr, pattern(1, 10))
}

// testDeallocOrder: of several initializations those of the last id first; Release
// takes the last initialization first.
func testDeallocOrder(r *rig) {
	l := r.newLog()
	at, other := r.reserve(8), r.reserve(8)
	var ids []mem.InitID
	for i := range 6 {
		where := at.Addr
		if i%2 == 1 {
			where = other.Addr
		}
		ids = append(ids, r.initialize(mem.Initialization{
			Segments: []mem.Segment{r.segment(objfmt.KindReadOnly, where+uint64(i)*r.Page, 10, nil)},
			Actions:  []mem.Action{l.pair(uint32(10 * i)), l.pair(uint32(10*i + 1))},
		}))
	}
	l.want("finalize", 0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51)
	r.deinitialize(ids[4], ids[2])
	l.want("two, the last of the call first", 121, 120, 141, 140)
	r.bases = r.bases[:1] // the log's
	if err := r.Mapper.Release(r.ctx(), other.Addr, at.Addr); err != nil {
		r.Fatal(err)
	}
	l.want("release, the last initialization first", 151, 150, 131, 130, 111, 110, 101, 100)
}

// testFinalizeOnly: such memory is there for the actions, and then it is not.
func testFinalizeOnly(r *rig) {
	size := 8 << 20
	if testing.Short() {
		size = 2 << 20
	}
	keepAt, at := r.reserve(4), r.reserve(uint64(size)/r.Page)
	contents := pattern(4, size)
	copy(contents, make([]byte, 256))
	var actions []mem.Action
	kind := objfmt.KindWritable
	var l *log
	if m, ok := r.machine(); ok {
		// The function is in the memory that goes, and it has another go.
		l, kind = r.newLog(), objfmt.KindCode
		copy(contents, code(m.record))
		actions = []mem.Action{{Finalize: mem.Call{Addr: at.Addr, Args: []uint64{l.addr, 1, 0}}, Dealloc: l.call(101, 0)}}
	}
	segs := []mem.Segment{
		r.segment(objfmt.KindReadOnly, keepAt.Addr, 100, pattern(1, 100)),
		r.segment(kind, at.Addr, uint64(size), contents),
	}
	segs[1].Life = mem.FinalizeOnly
	id := r.initialize(mem.Initialization{Segments: segs, Actions: actions})
	if l != nil {
		l.want("finalize in memory that goes", 1)
	}
	r.want(keepAt.Addr, pattern(1, 100))
	if r.Resident == nil {
		r.Log("the target does not tell what is in memory")
	} else if got := r.resident(at); got > 1<<20 {
		r.Errorf("%d bytes of %d that were needed for finalize alone are still in memory", got, size)
	}
	// It can be used while the rest lives.
	again := r.load(objfmt.KindWritable, at.Addr, pattern(6, size))
	r.want(at.Addr, pattern(6, 1000))
	r.perms(at.Addr, uint64(size), objfmt.KindWritable)
	r.deinitialize(id)
	if l != nil {
		l.want("dealloc", 101)
	}
	r.want(at.Addr+uint64(size)-1000, pattern(6, size)[size-1000:])
	r.deinitialize(again)
	// Nothing but such memory.
	s := r.segment(objfmt.KindReadOnly, at.Addr, 100, pattern(1, 100))
	s.Life = mem.FinalizeOnly
	id = r.initialize(mem.Initialization{Segments: []mem.Segment{s}})
	r.prepare(at.Addr, 100, nil)
	r.deinitialize(id)
	if err := r.Mapper.Deinitialize(r.ctx(), id); !errors.As(err, new(*mem.IDError)) {
		r.Errorf("second deinitialize: %v", err)
	}
}
