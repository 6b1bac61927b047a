package memtest

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

func testTraits(r *rig) {
	switch {
	case r.Page == 0 || r.Page&(r.Page-1) != 0:
		r.Errorf("a page has %d bytes", r.Page)
	case r.Unit == 0 || r.Unit&(r.Unit-1) != 0 || r.Unit > r.Page:
		r.Errorf("a unit has %d bytes, a page %d", r.Unit, r.Page)
	}
	r.reserve(1)
	if got := r.Mapper.Traits(); got != r.Traits {
		r.Errorf("traits were %+v and are %+v", r.Traits, got)
	}
}

func testReserve(r *rig) {
	var all []mem.Range
	for _, size := range []uint64{1, r.Page, r.Page + 1, 100 * r.Page, 64 << 20} {
		got, err := r.Mapper.Reserve(r.ctx(), size, mem.Placement{})
		if err != nil {
			r.Fatalf("%d bytes: %v", size, err)
		}
		r.bases = append(r.bases, got.Addr)
		if got.Size < size || got.Size%r.Page != 0 || got.Addr%r.Page != 0 || got.Addr == 0 {
			r.Errorf("%d bytes asked: %d at %#x", size, got.Size, got.Addr)
		}
		for _, other := range all {
			if got.Addr < other.Addr+other.Size && other.Addr < got.Addr+got.Size {
				r.Errorf("%#x, %d bytes, overlaps %#x, %d bytes", got.Addr, got.Size, other.Addr, other.Size)
			}
		}
		all = append(all, got)
		r.unreadable(got.Addr)
		r.unreadable(got.Addr + got.Size - 1)
	}
	if got, err := r.Mapper.Reserve(r.ctx(), 0, mem.Placement{}); err == nil {
		r.Errorf("no bytes: %+v", got)
	}
	for _, size := range []uint64{1 << 62, ^uint64(0), ^uint64(0) - r.Page} {
		if got, err := r.Mapper.Reserve(r.ctx(), size, mem.Placement{}); !errors.Is(err, mem.ErrNoSpace) {
			r.Errorf("%#x bytes: %+v, %v, want %v", size, got, err, mem.ErrNoSpace)
		}
	}
}

// unreadable checks that the executor cannot read a byte.
func (r *rig) unreadable(addr uint64) {
	r.Helper()
	if b, err := r.Read(r.ctx(), addr, 1); err == nil {
		r.Errorf("%#x can be read: %x", addr, b)
	}
}

// gone checks that what was at an address is not there any more. Something else may be.
func (r *rig) gone(addr uint64, contents []byte) {
	r.Helper()
	if b, err := r.Read(r.ctx(), addr, len(contents)); err == nil && bytes.Equal(b, contents) {
		r.Errorf("%#x still has its contents", addr)
	}
}

func testPlacement(r *rig) {
	if r.NoPlacement {
		r.Skip("reservations of the target lie anywhere")
	}
	far := r.reserve(16)
	near, err := r.Mapper.Reserve(r.ctx(), 32<<20, mem.Placement{Near: [2]uint64{far.Addr, far.Addr + far.Size}, Huge: true})
	if err != nil {
		r.Fatalf("near: %v", err)
	}
	r.bases = append(r.bases, near.Addr)
	lo, hi := min(near.Addr, far.Addr), max(near.Addr+near.Size, far.Addr+far.Size)
	if hi-lo >= 2<<30 && strconv.IntSize == 64 { // where addresses have 32 bits distances wrap: all is near
		r.Errorf("%#x, %d bytes, is not near %#x", near.Addr, near.Size, far.Addr)
	}
	low, err := r.Mapper.Reserve(r.ctx(), 1<<20, mem.Placement{Low: true})
	if err != nil {
		r.Fatalf("low: %v", err)
	}
	r.bases = append(r.bases, low.Addr)
	if low.Addr+low.Size > 2<<30 {
		r.Errorf("%#x, %d bytes, is not low", low.Addr, low.Size)
	}
	for _, at := range []mem.Range{near, low} {
		r.load(objfmt.KindReadOnly, at.Addr, pattern(3, 100))
		r.want(at.Addr, pattern(3, 100))
	}
}

func testPrepare(r *rig) {
	at := r.reserve(8)
	a := r.prepare(at.Addr, r.Page, nil)
	b := r.prepare(at.Addr+2*r.Page, r.Unit, nil)
	c := r.prepare(at.Addr+2*r.Page+r.Unit, 3*r.Page-r.Unit-1, nil)
	for i, part := range [][]byte{a, b, c} {
		for j := range part {
			part[j] = byte(i + 1)
		}
	}
	for i, part := range [][]byte{a, b, c} {
		for j := range part {
			if part[j] != byte(i+1) {
				r.Fatalf("byte %d of piece %d is %#x: it is in another piece, too", j, i, part[j])
			}
		}
	}
	// Again, and in other pieces: zeroed.
	r.prepare(at.Addr+2*r.Page, r.Unit, nil)
	r.prepare(at.Addr, 4*r.Page, nil)
	// What was asked for to the last byte, at the end of a reservation.
	last := r.segment(objfmt.KindWritable, at.Addr+at.Size-r.Unit, r.Unit, pattern(1, int(r.Unit)))
	id := r.initialize(mem.Initialization{Segments: []mem.Segment{last}})
	r.want(last.Addr, pattern(1, int(r.Unit)))
	r.deinitialize(id)
}

// testInitialize has segments of all kinds in one initialization.
func testInitialize(r *rig) {
	const apart = 1 << 20 // emulators are not exact about neighbours
	at := r.reserve(5 * apart / r.Page)
	kinds := []objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable}
	var segs []mem.Segment
	for i, kind := range kinds {
		addr := at.Addr + uint64(i)*apart
		size := 2*r.Page + 100
		s := r.segment(kind, addr, size, pattern(i, 300))
		s.Mem = s.Mem[:300]
		segs = append(segs, s)
	}
	// Order does not matter, nor does that one has no contents.
	zero := r.segment(objfmt.KindWritable, at.Addr+3*apart, r.Page, nil)
	zero.Mem = nil
	id := r.initialize(mem.Initialization{Segments: []mem.Segment{segs[2], zero, segs[0], segs[1]}})
	for i, s := range segs {
		r.want(s.Addr, pattern(i, 300))
		r.want(s.Addr+300, make([]byte, s.Size-300))
		r.perms(s.Addr, s.Size, s.Kind)
	}
	r.want(zero.Addr, make([]byte, zero.Size))
	r.perms(zero.Addr, zero.Size, zero.Kind)
	// Another, and one with nothing in it.
	other := r.load(objfmt.KindCode, at.Addr+4*apart, pattern(9, 10))
	none := r.initialize(mem.Initialization{})
	if other == id || none == id || none == other {
		r.Errorf("three initializations have the IDs %d, %d, %d", id, other, none)
	}
	r.want(segs[0].Addr, pattern(0, 300))
	r.deinitialize(none)
	r.deinitialize(id, other)
}

// testContents: sizes around those of pages and units, each read back.
func testContents(r *rig) {
	page, unit := r.Page, r.Unit
	sizes := []uint64{1, unit - 1, unit, unit + 1, page - 1, page, page + 1, 3*page - unit, 64 << 10, 1<<20 + 1}
	if testing.Short() {
		sizes = sizes[:len(sizes)-1]
	}
	for _, size := range sizes {
		if size == 0 { // units are bytes
			continue
		}
		at := r.reserve(2 + size/page + 1)
		for _, off := range []uint64{0, unit, page, page + unit} {
			if off+size > at.Size {
				continue
			}
			want := pattern(int(off), int(size))
			id := r.load(objfmt.KindReadOnly, at.Addr+off, want)
			r.want(at.Addr+off, want)
			r.perms(at.Addr+off, size, objfmt.KindReadOnly)
			r.deinitialize(id)
		}
		if err := r.release(at.Addr); err != nil {
			r.Errorf("release: %v", err)
		}
	}
}

// testLarge: contents of many pages, behind them zeros that take no memory.
func testLarge(r *rig) {
	const size = 64 << 20
	contents := 5<<20 + 3 // more than a message has where there are messages
	if testing.Short() {
		contents = 1<<20 + 3
	}
	at := r.reserve(size / r.Page)
	want := pattern(1, contents)
	b, err := r.Mapper.Prepare(r.ctx(), at.Addr, size) // not to be read: that may take memory
	if err != nil {
		r.Fatalf("prepare: %v", err)
	}
	s := mem.Segment{Addr: at.Addr, Size: size, Mem: b[:copy(b, want)], Kind: objfmt.KindWritable}
	id := r.initialize(mem.Initialization{Segments: []mem.Segment{s}})
	r.want(at.Addr, want)
	r.want(at.Addr+uint64(contents), make([]byte, 100))
	r.want(at.Addr+size-100, make([]byte, 100))
	if r.Resident == nil {
		r.Log("the target does not tell what is in memory")
		r.deinitialize(id)
		return
	}
	if got := r.resident(at); got > size/2 && !r.Committed {
		r.Errorf("%d bytes of a segment with %d bytes of contents are in memory", got, contents)
	}
	r.deinitialize(id)
	if got := r.resident(at); got > 1<<20 && !r.Committed || got > 4<<20 {
		r.Errorf("%d bytes are in memory after Deinitialize", got)
	}
}

func (r *rig) resident(at mem.Range) uint64 {
	r.Helper()
	n, err := r.Resident(r.ctx(), at.Addr, at.Size)
	if err != nil {
		r.Fatalf("what is resident at %#x: %v", at.Addr, err)
	}
	return n
}

// testSharedPages: where units are less than pages, initializations share pages and
// do not disturb each other.
func testSharedPages(r *rig) {
	if r.Unit == r.Page {
		r.Skip("no page is shared: units are pages")
	}
	at := r.reserve(4)
	size := int(3 * r.Unit)
	slot := func(i int) uint64 { return at.Addr + uint64(i)*4*r.Unit }
	n := int(2*r.Page/(4*r.Unit)) - 1
	ids := make([]mem.InitID, n)
	for i := range n {
		ids[i] = r.load(objfmt.KindCode, slot(i), pattern(i, size))
	}
	for i := 0; i < n; i += 2 {
		r.deinitialize(ids[i])
	}
	for i := 0; i < n; i += 4 { // some of the room again
		ids[i] = r.load(objfmt.KindCode, slot(i), pattern(i+1000, size))
	}
	for i := range n {
		switch i % 4 {
		case 0:
			r.want(slot(i), pattern(i+1000, size))
		case 1, 3:
			r.want(slot(i), pattern(i, size))
		}
	}
	r.perms(at.Addr, r.Page, objfmt.KindCode)
	// Another kind in a page in use is refused; once it is free, it is not.
	s := r.segment(objfmt.KindWritable, slot(2), uint64(size), nil)
	_, err := r.Mapper.Initialize(r.ctx(), mem.Initialization{Segments: []mem.Segment{s}})
	as[*mem.RangeError](r, err, "data in a page of code")
	for i := range n {
		if i%4 != 2 {
			r.deinitialize(ids[i])
		}
	}
	id := r.load(objfmt.KindWritable, slot(2), pattern(5, size))
	r.want(slot(2), pattern(5, size))
	r.perms(slot(2), uint64(size), objfmt.KindWritable)
	r.deinitialize(id)
}

// testRun: code runs, and writes to data.
func testRun(r *rig) {
	l := r.newLog()
	at := r.reserve(4)
	m := r.needCode()
	ids := []mem.InitID{r.load(objfmt.KindCode, at.Addr, m.constant(17)), r.load(objfmt.KindCode, at.Addr+r.Page, m.constant(0xfffffffe))}
	r.run(17, at.Addr)
	r.run(-2, at.Addr+r.Page)
	r.run(5, l.record, l.addr, 77, 5)
	r.run(-1, l.record, l.addr, 78, 0xffffffff)
	l.want("two calls", 77, 78)
	r.deinitialize(ids...)
	if !r.Live {
		return
	}
	s := r.segment(objfmt.KindWritable, at.Addr, 64, []byte{0, 0, 0, 0, 9, 9, 9, 9})
	segs := []mem.Segment{s}
	id := r.initialize(mem.Initialization{Segments: segs})
	r.run(0, l.record, at.Addr, 0x04030201, 0)
	live := segs[0].Mem
	want := r.words(1, 0x04030201, 0)[:9]
	if len(live) != len(s.Mem) || !bytes.Equal(live[:9], want) {
		r.Errorf("memory of %d bytes is % x, want % x: it is said to be live", len(live), live[:9], want)
	}
	live[4], want[4] = 7, 7
	r.want(at.Addr, want)
	r.deinitialize(id)
}

// testFork: what a child of the executor writes to data is its own, be that data alone in its
// page or not, and in pages that were used before or not.
func testFork(r *rig) {
	m := r.needCode()
	if m.fork == "" || r.Triple.OS != triple.Linux {
		r.Skip("no processes are forked there")
	}
	at := r.reserve(8)
	r.load(objfmt.KindCode, at.Addr, code(m.fork))
	for round, kind := range []objfmt.Kind{objfmt.KindWritable, objfmt.KindWritable, objfmt.KindCode, objfmt.KindReadOnly} {
		to := at.Addr + r.Page
		r.deinitialize(r.load(kind, to, pattern(round, int(2*r.Page))))
		next := to + 5*r.Page
		if r.Unit < r.Page {
			next = to + r.Page + 8*r.Unit
		}
		ids := []mem.InitID{
			r.load(objfmt.KindWritable, to, r.words(5)),
			r.initialize(mem.Initialization{Segments: []mem.Segment{r.segment(objfmt.KindWritable, to+r.Page, 16, r.words(6))}}),
			r.load(objfmt.KindWritable, next, pattern(3, 200)),
		}
		r.run(5, at.Addr, to)
		r.run(6, at.Addr, to+r.Page)
		r.run(0, at.Addr, to+r.Page+8) // nobody has written there
		r.want(next, pattern(3, 200))
		r.deinitialize(ids...)
	}
}

// testRewrite: code that follows other code at the same address is what runs, alone in
// its page or not, with other things there in between or not.
func testRewrite(r *rig) {
	m := r.needCode()
	at := r.reserve(2)
	next := 1000
	again := func(rounds int, between objfmt.Kind) {
		for range rounds {
			next++
			id := r.load(objfmt.KindCode, at.Addr, m.constant(uint32(next)))
			r.run(next, at.Addr)
			r.deinitialize(id)
			if between != objfmt.KindNone {
				r.deinitialize(r.load(between, at.Addr, pattern(next, 50)))
			}
		}
	}
	again(20, objfmt.KindNone)
	again(20, objfmt.KindReadOnly)
	again(20, objfmt.KindWritable)
	if r.Unit == r.Page {
		return
	}
	other := at.Addr + r.Page - 256 // the page stays in use
	keep := r.load(objfmt.KindCode, other, m.constant(1))
	r.run(1, other)
	again(20, objfmt.KindNone)
	r.run(1, other)
	r.deinitialize(keep)
	again(20, objfmt.KindNone)
}

func testDeinitialize(r *rig) {
	at := r.reserve(16)
	var ids []mem.InitID
	for i := range 4 {
		ids = append(ids, r.load(objfmt.KindWritable, at.Addr+uint64(i)*r.Page, pattern(i, 200)))
	}
	r.deinitialize()
	// Some of several, with one that does not exist, one that did, and one twice.
	r.deinitialize(ids[1])
	for _, list := range [][]mem.InitID{{ids[1]}, {0}, {ids[3] + 1000}, {ids[1], ids[2], ids[2]}} {
		err := r.Mapper.Deinitialize(r.ctx(), list...)
		e := as[*mem.IDError](r, err, "an initialization that does not exist")
		if e != nil && e.ID != list[0] && e.ID != list[len(list)-1] {
			r.Errorf("deinitialize %d: the error is of %d", list, e.ID)
		}
	}
	r.want(at.Addr, pattern(0, 200))
	r.want(at.Addr+3*r.Page, pattern(3, 200))
	// What has gone can be used again and is zero; what has not, not.
	r.prepare(at.Addr+r.Page, 2*r.Page, nil)
	for _, i := range []uint64{0, 3} {
		_, err := r.Mapper.Prepare(r.ctx(), at.Addr+i*r.Page, r.Page)
		as[*mem.RangeError](r, err, "prepare what is initialized")
	}
	r.deinitialize(ids[3], ids[0])
	id := r.load(objfmt.KindCode, at.Addr, pattern(8, int(4*r.Page)))
	r.want(at.Addr, pattern(8, int(4*r.Page)))
	r.perms(at.Addr, 4*r.Page, objfmt.KindCode)
	r.deinitialize(id)
}

func testRelease(r *rig) {
	a, b, c := r.reserve(4), r.reserve(4), r.reserve(4)
	r.load(objfmt.KindReadOnly, a.Addr, pattern(1, 100))
	in := r.load(objfmt.KindWritable, b.Addr, pattern(2, 100))
	r.prepare(b.Addr+r.Page, 10, nil)
	both := r.initialize(mem.Initialization{Segments: []mem.Segment{
		r.segment(objfmt.KindReadOnly, a.Addr+2*r.Page, 10, pattern(3, 10)),
		r.segment(objfmt.KindReadOnly, c.Addr+2*r.Page, 10, pattern(4, 10)),
	}})
	stays := r.load(objfmt.KindReadOnly, c.Addr, pattern(5, 100))
	if err := r.release(a.Addr); err != nil {
		r.Fatalf("release: %v", err)
	}
	r.gone(a.Addr, pattern(1, 100))
	// An initialization that had a part of it is gone as a whole.
	as[*mem.IDError](r, r.Mapper.Deinitialize(r.ctx(), both), "what went with a reservation")
	r.prepare(c.Addr+2*r.Page, r.Unit, nil)
	r.want(c.Addr, pattern(5, 100))
	// What is not a reservation is an error, and the others go.
	err := r.Mapper.Release(r.ctx(), a.Addr, b.Addr, b.Addr+r.Page)
	r.bases = r.bases[len(r.bases)-1:]
	as[*mem.RangeError](r, err, "release of what is no reservation")
	r.gone(b.Addr, pattern(2, 100))
	as[*mem.IDError](r, r.Mapper.Deinitialize(r.ctx(), in), "what went with its reservation")
	as[*mem.RangeError](r, r.Mapper.Release(r.ctx(), b.Addr), "second release")
	_, err = r.Mapper.Prepare(r.ctx(), b.Addr, 1)
	as[*mem.RangeError](r, err, "prepare what was released")
	r.want(c.Addr, pattern(5, 100))
	r.deinitialize(stays)
}

func testCancelled(r *rig) {
	at := r.reserve(4)
	s := r.segment(objfmt.KindReadOnly, at.Addr, 100, pattern(1, 100))
	ctx, cancel := context.WithCancel(r.ctx())
	cancel()
	if got, err := r.Mapper.Reserve(ctx, r.Page, mem.Placement{}); !errors.Is(err, context.Canceled) {
		r.Errorf("reserve: %+v, %v", got, err)
	}
	if _, err := r.Mapper.Prepare(ctx, at.Addr+r.Page, 10); !errors.Is(err, context.Canceled) {
		r.Errorf("prepare: %v", err)
	}
	init := mem.Initialization{Segments: []mem.Segment{s}}
	if id, err := r.Mapper.Initialize(ctx, init); !errors.Is(err, context.Canceled) {
		r.Errorf("initialize: %d, %v", id, err)
	}
	id := r.initialize(init) // nothing was changed
	r.want(at.Addr, pattern(1, 100))
	r.deinitialize(id)
}
