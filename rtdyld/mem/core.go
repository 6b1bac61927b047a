package mem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// RangeError reports a range of an executor's addresses that a mapper cannot use
// as it was asked to.
type RangeError struct {
	Op         string // "reserve", "prepare", "initialize", "release"
	Addr, Size uint64 // bytes
	Msg        string // what is wrong
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("mem: %s %#x, %d bytes: %s", e.Op, e.Addr, e.Size, e.Msg)
}

// IDError reports the number of an initialization that does not exist, or no longer does.
type IDError struct{ ID InitID }

func (e *IDError) Error() string {
	return fmt.Sprintf("mem: deinitialize: there is no initialization %d", e.ID)
}

// maxReserve is the most that can be reserved, so that no sum of sizes overflows and a
// table of its pages is a small thing.
const maxReserve = min(math.MaxInt-2*hugeSize, 256<<30)

// pages is the memory of a reservation: where the linker writes and, unless that is
// another process, where the code runs. Offsets and sizes are bytes, multiples of
// the unit. All but settle are called with the mapper's lock held.
type pages interface {
	// work returns working memory and the offsets of what may not be zero in it.
	work(off, n uint64) ([]byte, spans, error)
	// holds reports whether b is working memory for off.
	holds(off uint64, b []byte) bool
	// shut is told that nothing writes to the working memory of pages from lo up to hi until
	// they are prepared again.
	shut(lo, hi uint64) error
	// expose gives a segment its permissions.
	expose(off, n uint64, p prot) (exposed, error)
	// settle has a segment that was exposed with p hold its contents: code is made visible to
	// instruction fetch. It is called without the lock.
	settle(off, n uint64, p prot, x exposed) error
	// shown returns the memory of a writable segment as its code sees it, nil if that is
	// not here.
	shown(off, n uint64) []byte
	// free is told that nothing needs the contents of a part, nor of the pages from lo
	// up to hi that lie in it or are shared with what was free already.
	free(off, n, lo, hi uint64, code bool) error
	// close unmaps all. After an error it may be tried again; all else may not.
	close() error
}

// core is what mappers have in common: reservations, initializations, what is
// allowed, and actions. What memory is made of is behind open and pages.
type core struct {
	traits   Traits
	limit    uint64
	run      Runner
	final    [objfmt.NumKinds]prot
	executor Executor // where code runs; nil: in this process
	open     func(ctx context.Context, size uint64, where Placement) (pages, uint64, error)

	mu     sync.Mutex
	rooms  []*room // ascending
	left   []*room // released, but the host refused to take them
	inits  inits
	used   uint64 // bytes initialized
	busy   int    // calls under way that use memory or run actions
	closed bool
}

// room is a reservation.
type room struct {
	base, size uint64
	pages      pages
	free       ranges        // units that are not initialized
	ready      ranges        // of these, the prepared ones
	kinds      []objfmt.Kind // of pages that are used in part; nil if there are none
	elsewhere  bool          // working memory is another process's
	busy       int           // calls under way that use its memory
	gone       bool          // it is being released, or was
	farGone    bool          // the executor has released it
}

// exposed is what was in the pages of a segment before it.
type exposed struct {
	reused bool  // code: processors may have fetched it
	dirty  spans // data: it is there still
}

// part is a run of units of a reservation with the same permissions.
type part struct {
	r    *room
	e    extent
	kind objfmt.Kind
	was  exposed
}

func (c *core) init(unit, page uint64, o *MapperConfig) {
	c.traits = Traits{Page: page, Unit: unit, Live: true}
	c.limit, c.run = o.Limit, o.Runner
	c.final = [objfmt.NumKinds]prot{objfmt.KindCode: protRX, objfmt.KindReadOnly: protR, objfmt.KindWritable: protRW}
	if o.NoExec {
		c.final[objfmt.KindCode] = protR
	}
}

// Traits implements [Mapper].
func (c *core) Traits() Traits { return c.traits }

// Reserve implements [Mapper]. Errors are *[RangeError] for no bytes, *[LimitError],
// *[SystemError], [ErrClosed] and ctx's.
func (c *core) Reserve(ctx context.Context, size uint64, where Placement) (Range, error) {
	if err := c.reservable(ctx, size); err != nil {
		return Range{}, err
	}
	size = alignUp(size, c.traits.Page)
	p, base, err := c.open(ctx, size, where)
	if err != nil {
		return Range{}, err
	}
	r, err := c.add(&room{base: base, size: size, pages: p})
	if err != nil && c.executor != nil && errors.Is(err, ErrClosed) {
		err = errors.Join(err, c.executor.Release(ctx, base))
	}
	return r, err
}

func (c *core) reservable(ctx context.Context, size uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	most := min(maxReserve, math.MaxUint32*c.traits.Unit&^(c.traits.Page-1))
	switch {
	case size == 0:
		return &RangeError{Op: "reserve", Msg: "size is 0"}
	case size > most:
		return &LimitError{What: "reservation", Asked: size, Limit: most}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return ErrClosed
	}
	return nil
}

// add enters a reservation.
func (c *core) add(r *room) (Range, error) {
	r.free.add(extent{0, uint32(r.size / c.traits.Unit)})
	if c.traits.Unit < c.traits.Page {
		r.kinds = make([]objfmt.Kind, r.size/c.traits.Page)
	}
	if err := c.enterRoom(r); err != nil {
		return Range{}, errors.Join(err, c.drop(r.pages))
	}
	return Range{r.base, r.size}, nil
}

func (c *core) enterRoom(r *room) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, taken := c.search(r.base)
	taken = taken || i > 0 && c.rooms[i-1].base+c.rooms[i-1].size > r.base || i < len(c.rooms) && c.rooms[i].base < r.base+r.size
	switch {
	case taken: // so says an executor
		return &RangeError{Op: "reserve", Addr: r.base, Size: r.size, Msg: "is reserved already"}
	case c.closed:
		return ErrClosed
	}
	c.rooms = slices.Insert(c.rooms, i, r)
	return nil
}

// drop closes what did not become a reservation. What the host refuses is left for
// Close.
func (c *core) drop(p pages) error {
	err := p.close()
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.left = append(c.left, &room{base: 1, pages: p, gone: true, farGone: true}) // no reservation's address
	}
	return err
}

// search finds the reservation that begins at an address, or where it would be.
func (c *core) search(base uint64) (int, bool) {
	return slices.BinarySearchFunc(c.rooms, base, func(r *room, base uint64) int { return cmp.Compare(r.base, base) })
}

// find returns the reservation that a range lies in, and the units of it. The error
// says what is wrong.
func (c *core) find(op string, addr, size uint64) (*room, extent, error) {
	bad := func(msg string) (*room, extent, error) {
		return nil, extent{}, &RangeError{Op: op, Addr: addr, Size: size, Msg: msg}
	}
	if c.closed {
		return nil, extent{}, ErrClosed
	}
	i, ok := c.search(addr)
	if !ok {
		i--
	}
	if i < 0 {
		return bad("not in a reservation")
	}
	r := c.rooms[i]
	off := addr - r.base
	switch {
	case off >= r.size:
		return bad("not in a reservation")
	case size == 0:
		return bad("size is 0")
	case size > r.size-off:
		return bad("goes over the end of its reservation")
	case off%c.traits.Unit != 0:
		return bad(fmt.Sprintf("does not begin at a multiple of %d", c.traits.Unit))
	}
	unit := c.traits.Unit
	return r, extent{uint32(off / unit), uint32(alignUp(size, unit) / unit)}, nil
}

// bytes returns the offset and size of units.
func (c *core) bytes(e extent) (off, n uint64) {
	return uint64(e.start) * c.traits.Unit, uint64(e.n) * c.traits.Unit
}

// Prepare implements [Mapper]. Errors are *[RangeError], *[SystemError], [ErrClosed]
// and ctx's.
func (c *core) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	r, e, err := c.find("prepare", addr, size)
	switch {
	case err != nil:
	case r.elsewhere:
		err = &RangeError{Op: "prepare", Addr: addr, Size: size, Msg: "working memory is in another process"}
	case !r.free.has(e):
		err = &RangeError{Op: "prepare", Addr: addr, Size: size, Msg: "some of it is initialized"}
	}
	if err != nil {
		c.mu.Unlock()
		return nil, err
	}
	off, n := c.bytes(e)
	b, dirty, err := r.pages.work(off, n)
	if err != nil {
		c.mu.Unlock()
		return nil, err
	}
	r.ready.union(e)
	if dirty.empty() {
		c.mu.Unlock()
		return b[:size:size], nil
	}
	c.busy++
	r.busy++
	c.mu.Unlock()
	dirty.zero(b, off)
	c.mu.Lock()
	c.busy--
	r.busy--
	c.mu.Unlock()
	return b[:size:size], nil
}

// Initialize implements [Mapper]. Besides *[ActionError] there are *[RangeError],
// *[LimitError], *[SystemError], [ErrClosed] and ctx's errors; nothing was changed by a
// call that was refused, and what was prepared still is. What the host refuses to take
// back of a segment with FinalizeOnly stays in memory until its pages are prepared again.
func (c *core) Initialize(ctx context.Context, init Initialization) (_ InitID, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if c.executor == nil {
		if err := c.run.checkActions(init.Actions); err != nil {
			return 0, err
		}
	}
	e, once, keep, taken, err := c.begin(init.Segments)
	if !taken {
		return 0, err
	}
	var remoteID InitID
	kept := false
	defer func() { // also if the Runner, or the executor, panics
		if kept {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.leave(once)
		c.leave(keep)
		if back := c.giveBack(once, keep); back != nil {
			err = errors.Join(err, back)
		}
	}()
	if c.executor != nil {
		remoteID, err = c.executor.Initialize(ctx, init)
	} else if err == nil {
		if err = c.settle(once, keep); err == nil {
			err = c.run.finalize(ctx, init.Actions)
		}
	}
	if err != nil {
		return 0, err
	}
	kept = true
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leave(once)
	c.leave(keep)
	_ = c.giveBack(once)
	c.show(init.Segments)
	e.parts, e.remoteID = keep, remoteID
	if len(init.Actions) > 0 {
		e.actions = slices.Clone(init.Actions)
		for i := range e.actions {
			e.actions[i].Dealloc.Args = slices.Clone(e.actions[i].Dealloc.Args)
		}
	}
	return c.inits.add(e), nil
}

// begin takes the units of segments, see take, and gives those the permissions that code in this process needs. After an error
// they may be taken.
func (c *core) begin(segs []Segment) (e *initialized, once, keep []part, taken bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e = c.inits.record()
	once, keep, err = c.take(segs, e.few[:0])
	if taken = err == nil; taken && c.executor == nil {
		err = c.expose(once, keep)
	}
	return e, once, keep, taken, err
}

// take takes the units of segments, which are joined where they touch: those that
// go after the actions and those that stay. Either all are taken or none. room is memory for the list.
func (c *core) take(segs []Segment, room []part) (once, keep []part, err error) {
	parts := room
	if cap(parts) < len(segs) {
		parts = make([]part, 0, len(segs))
	}
	for i := range segs {
		p, err := c.takeOne(&segs[i])
		if err != nil {
			for _, p := range parts {
				c.untake(p)
			}
			return nil, nil, err
		}
		parts = append(parts, p)
	}
	keep = parts
	if slices.ContainsFunc(segs, func(s Segment) bool { return s.Life == FinalizeOnly }) {
		keep = nil
		for i, p := range parts {
			if segs[i].Life == FinalizeOnly {
				once = append(once, p)
			} else {
				keep = append(keep, p)
			}
		}
	}
	once, keep = join(once), join(keep)
	c.enter(once)
	c.enter(keep)
	return once, keep, nil
}

func (c *core) takeOne(s *Segment) (part, error) {
	bad := func(msg string) (part, error) {
		return part{}, &RangeError{Op: "initialize", Addr: s.Addr, Size: s.Size, Msg: msg}
	}
	r, e, err := c.find("initialize", s.Addr, s.Size)
	if err != nil {
		return part{}, err
	}
	off, n := c.bytes(e)
	switch {
	case s.Kind < objfmt.KindCode || s.Kind >= objfmt.NumKinds:
		return bad("kind " + s.Kind.String() + " has no permissions")
	case s.Life > FinalizeOnly:
		return bad(fmt.Sprintf("lifetime %d is not known", s.Life))
	case uint64(len(s.Mem)) > s.Size:
		return bad(fmt.Sprintf("contents have %d bytes", len(s.Mem)))
	case !r.free.has(e):
		return bad("some of it is initialized")
	case r.elsewhere && len(s.Mem) > 0:
		return bad("working memory is in another process")
	case !r.elsewhere && !r.ready.has(e):
		return bad("not prepared")
	case len(s.Mem) > 0 && !r.pages.holds(off, s.Mem):
		return bad("contents are not in the memory that was prepared for it")
	case c.limit != 0 && (n > c.limit || c.used > c.limit-n):
		return part{}, &LimitError{What: "initialized memory", Asked: c.used + n, Limit: c.limit}
	}
	if msg := c.takePages(r, e, s.Kind); msg != "" {
		return bad(msg)
	}
	r.free.take(e)
	if !r.elsewhere {
		r.ready.take(e)
	}
	c.used += n
	return part{r: r, e: e, kind: s.Kind}, nil
}

// takePages sees to it that the pages that a segment shares with others have its
// kind, and notes it.
func (c *core) takePages(r *room, e extent, kind objfmt.Kind) string {
	if r.kinds == nil {
		return ""
	}
	per := c.perPage()
	for _, page := range [...]uint32{e.start / per, (e.end() - 1) / per} {
		if r.kinds[page] != kind && !r.free.has(extent{page * per, per}) {
			return fmt.Sprintf("shares a page with %v, and is %v", r.kinds[page], kind)
		}
	}
	r.kinds[e.start/per], r.kinds[(e.end()-1)/per] = kind, kind
	return ""
}

// untake undoes takeOne.
func (c *core) untake(p part) {
	p.r.free.add(p.e)
	if !p.r.elsewhere {
		p.r.ready.add(p.e)
	}
	_, n := c.bytes(p.e)
	c.used -= n
}

// enter notes that a call uses parts, so that they are not unmapped meanwhile.
func (c *core) enter(parts []part) {
	c.busy++
	for _, p := range parts {
		p.r.busy++
	}
}

// leave notes that a call that uses parts is over.
func (c *core) leave(parts []part) {
	c.busy--
	for _, p := range parts {
		p.r.busy--
	}
}

// settle has parts that are exposed hold their contents.
func (c *core) settle(lists ...[]part) error {
	for _, list := range lists {
		for _, p := range list {
			off, n := c.bytes(p.e)
			if err := p.r.pages.settle(off, n, c.final[p.kind], p.was); err != nil {
				return err
			}
		}
	}
	return nil
}

// expose gives parts their permissions.
func (c *core) expose(lists ...[]part) error {
	for _, list := range lists {
		for i := range list {
			p := &list[i]
			if c.final[p.kind] != protRW {
				lo, hi := c.notPrepared(p.r, p.e, p.e.start/c.perPage(), (p.e.end()-1)/c.perPage()+1)
				if err := p.r.pages.shut(uint64(lo)*c.traits.Page, uint64(hi)*c.traits.Page); err != nil {
					return err
				}
			}
			off, n := c.bytes(p.e)
			var err error
			if p.was, err = p.r.pages.expose(off, n, c.final[p.kind]); err != nil {
				return err
			}
		}
	}
	return nil
}

// perPage is how many units a page has.
func (c *core) perPage() uint32 { return uint32(c.traits.Page / c.traits.Unit) }

// notPrepared leaves out pages at the ends of lo up to hi of which others have prepared units
// beside e.
func (c *core) notPrepared(r *room, e extent, lo, hi uint32) (uint32, uint32) {
	per := c.perPage()
	if x, ok := r.ready.next(lo * per); ok && x.start < e.start {
		lo = max(lo, (e.start+per-1)/per)
	}
	if x, ok := r.ready.next(e.end()); ok && x.start < hi*per {
		hi = min(hi, e.end()/per)
	}
	return lo, max(lo, hi)
}

// show leaves in writable segments their memory as code sees it.
func (c *core) show(segs []Segment) {
	if !c.traits.Live {
		return
	}
	for i := range segs {
		s := &segs[i]
		if s.Kind != objfmt.KindWritable || s.Life != Standard || len(s.Mem) == 0 {
			continue
		}
		if r, e, err := c.find("initialize", s.Addr, s.Size); err == nil {
			off, _ := c.bytes(e)
			if b := r.pages.shown(off, uint64(len(s.Mem))); b != nil {
				s.Mem = b
			}
		}
	}
}

// giveBack frees parts. They are free whatever the error.
func (c *core) giveBack(lists ...[]part) error {
	var errs error
	per := c.perPage()
	for _, list := range lists {
		for _, p := range list {
			p.r.free.add(p.e)
			off, n := c.bytes(p.e)
			c.used -= n
			// Pages at the ends that others used a part of may be free now.
			around, _ := p.r.free.next(p.e.start)
			lo := max((around.start+per-1)/per, p.e.start/per)
			hi := min(around.end()/per, (p.e.end()+per-1)/per)
			lo, hi = c.notPrepared(p.r, p.e, lo, max(lo, hi)) // that is not free yet
			page := c.traits.Page
			err := p.r.pages.free(off, n, uint64(lo)*page, uint64(hi)*page, p.kind == objfmt.KindCode)
			if err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	return errs
}
