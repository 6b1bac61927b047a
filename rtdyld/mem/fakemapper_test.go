package mem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// fakeMapper is a mapper over memory of the Go heap that holds its caller to the
// contract of Mapper: whatever breaks it fails the test. Working memory and the
// executor's are apart, and rubbish wherever the contract does not say what is in it.
type fakeMapper struct {
	t    testing.TB
	tr   Traits
	next uint64 // where the next reservation goes that may be anywhere
	// fail makes a call fail before it does anything, if it is not nil and returns
	// an error. It may block.
	fail func(verb string) error
	// lie changes what Reserve answers.
	lie func(r *Range)

	mu     sync.Mutex
	rooms  []*fakeRoom
	inits  map[InitID][]fakeSegment
	last   InitID
	calls  map[string]int
	places []Placement
	log    []string // of actions
	bad    uint64   // a call of this address fails
}

// fakeRoom is a reservation.
type fakeRoom struct {
	Range
	work, exec []byte
	unit       []fakeUnit
	kind       []objfmt.Kind // of a page with something initialized in it
}

// fakeUnit is what a unit is used for.
type fakeUnit uint8

const (
	unitFree fakeUnit = iota
	unitPrepared
	unitInitialized
)

type fakeSegment struct {
	room    *fakeRoom
	lo, hi  uint64 // units
	actions []Action
}

func newFakeMapper(t testing.TB, tr Traits) *fakeMapper {
	return &fakeMapper{t: t, tr: tr, next: 0x7000_0000_0000, inits: map[InitID][]fakeSegment{}, calls: map[string]int{}}
}

// rubbish is what is in memory that nobody asked to be zero.
const rubbish = 0xdb

func (f *fakeMapper) call(verb string) error {
	f.mu.Lock()
	f.calls[verb]++
	f.mu.Unlock()
	if f.fail != nil {
		return f.fail(verb)
	}
	return nil
}

// count returns how often a verb was called and forgets it.
func (f *fakeMapper) count(verb string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.calls[verb]
	f.calls[verb] = 0
	return n
}

// Traits implements Mapper.
func (f *fakeMapper) Traits() Traits { return f.tr }

// fakeNear is the end of the addresses that Near is fulfilled for; there is nothing else.
const fakeNear = 0x6000_0000_0000

// Reserve implements Mapper. Low memory begins at 1 GiB.
func (f *fakeMapper) Reserve(ctx context.Context, size uint64, where Placement) (Range, error) {
	if err := errors.Join(ctx.Err(), f.call("Reserve")); err != nil {
		return Range{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	size = alignUp(size, f.tr.Page)
	r := &fakeRoom{Range: Range{f.next, size}, unit: make([]fakeUnit, size/f.tr.Unit), kind: make([]objfmt.Kind, size/f.tr.Page)}
	switch {
	case where.Low:
		r.Addr = 1 << 30
		for _, o := range f.rooms {
			if o.Addr < lowEnd {
				r.Addr = max(r.Addr, o.Addr+o.Size)
			}
		}
		if r.Addr+size > lowEnd {
			return Range{}, fmt.Errorf("fake: low memory: %w", ErrNoSpace)
		}
	case where.Near[0] != 0 && where.Near[1] < fakeNear:
		r.Addr = alignUp(where.Near[1], hugeSize)
		for _, o := range f.rooms {
			if o.Addr < fakeNear && o.Addr >= r.Addr {
				r.Addr = max(r.Addr, o.Addr+o.Size)
			}
		}
	default:
		f.next += alignUp(size, hugeSize) + f.tr.Page // not all are aligned to more
	}
	r.work, r.exec = make([]byte, size), make([]byte, size)
	f.places = append(f.places, where)
	f.rooms = append(f.rooms, r)
	answer := r.Range
	if f.lie != nil {
		f.lie(&answer)
	}
	return answer, nil
}

// find returns the reservation of a range and its units.
func (f *fakeMapper) find(verb string, addr, size uint64) (r *fakeRoom, lo, hi uint64) {
	for _, r := range f.rooms {
		if r.Addr <= addr && addr < r.Addr+r.Size && size <= r.Addr+r.Size-addr {
			if off := addr - r.Addr; off%f.tr.Unit == 0 && size > 0 {
				return r, off / f.tr.Unit, (off + size + f.tr.Unit - 1) / f.tr.Unit
			}
		}
	}
	f.t.Errorf("%s of %#x, %d bytes", verb, addr, size)
	return nil, 0, 0
}

// Prepare implements Mapper.
func (f *fakeMapper) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	if err := errors.Join(ctx.Err(), f.call("Prepare")); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	r, lo, hi := f.find("Prepare", addr, size)
	if r == nil {
		return nil, errors.New("fake: bad range")
	}
	for i := lo; i < hi; i++ {
		if r.unit[i] == unitInitialized {
			f.t.Errorf("Prepare of %#x, %d bytes: unit %d is initialized", addr, size, i)
		}
		r.unit[i] = unitPrepared
	}
	clear(r.work[lo*f.tr.Unit : hi*f.tr.Unit])
	off := addr - r.Addr
	return r.work[off : off+size : off+size], nil
}

// Initialize implements Mapper.
func (f *fakeMapper) Initialize(ctx context.Context, init Initialization) (InitID, error) {
	if err := errors.Join(ctx.Err(), f.call("Initialize")); err != nil {
		return 0, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var segs []fakeSegment
	for _, s := range init.Segments {
		r, lo, hi := f.find("Initialize", s.Addr, s.Size)
		if r == nil {
			return 0, errors.New("fake: bad range")
		}
		off := s.Addr - r.Addr
		if len(s.Mem) > 0 && &s.Mem[0] != &r.work[off] || uint64(len(s.Mem)) > s.Size {
			f.t.Errorf("Initialize of %#x: %d bytes of contents that are not from Prepare", s.Addr, len(s.Mem))
		}
		for i := lo; i < hi; i++ {
			if r.unit[i] != unitPrepared {
				f.t.Errorf("Initialize of %#x, %d bytes: unit %d is in state %d", s.Addr, s.Size, i, r.unit[i])
			}
			page := i * f.tr.Unit / f.tr.Page
			if r.kind[page] != objfmt.KindNone && r.kind[page] != s.Kind {
				f.t.Errorf("Initialize of %#x, %d bytes as %v: page %d has %v", s.Addr, s.Size, s.Kind, page, r.kind[page])
			}
			r.kind[page] = s.Kind
			r.unit[i] = unitInitialized
		}
		end := off + uint64(copy(r.exec[off:], s.Mem))
		clear(r.exec[end : hi*f.tr.Unit])
		segs = append(segs, fakeSegment{r, lo, hi, nil})
	}
	for i, a := range init.Actions {
		if err := f.run(a.Finalize); err != nil {
			for _, b := range slices.Backward(init.Actions[:i]) {
				_ = f.run(b.Dealloc)
			}
			f.free(segs)
			return 0, err
		}
	}
	segs = append(segs, fakeSegment{actions: slices.Clone(init.Actions)})
	f.last++
	f.inits[f.last] = segs
	return f.last, nil
}

func (f *fakeMapper) run(c Call) error {
	if c.Addr == 0 {
		return nil
	}
	f.log = append(f.log, fmt.Sprint(c.Addr))
	if c.Addr == f.bad {
		return fmt.Errorf("fake: action %d fails", c.Addr)
	}
	return nil
}

// free takes segments back.
func (f *fakeMapper) free(segs []fakeSegment) {
	for _, s := range segs {
		if s.room == nil {
			continue
		}
		per := f.tr.Page / f.tr.Unit
		clear(s.room.unit[s.lo:s.hi])
		for page := s.lo / per; page <= (s.hi-1)/per; page++ {
			if !slices.Contains(s.room.unit[page*per:(page+1)*per], unitInitialized) {
				s.room.kind[page] = objfmt.KindNone
			}
		}
		for _, b := range [][]byte{s.room.work, s.room.exec} {
			b = b[s.lo*f.tr.Unit : s.hi*f.tr.Unit]
			for i := range b {
				b[i] = rubbish
			}
		}
	}
}

// Deinitialize implements Mapper. After an error it has done its work, too.
func (f *fakeMapper) Deinitialize(ctx context.Context, ids ...InitID) error {
	errs := errors.Join(ctx.Err(), f.call("Deinitialize"))
	if ctx.Err() != nil {
		f.t.Errorf("Deinitialize can be cancelled")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return errors.Join(errs, f.deinitialize(ids))
}

func (f *fakeMapper) deinitialize(ids []InitID) error {
	var errs error
	for _, id := range slices.Backward(ids) {
		segs, ok := f.inits[id]
		if !ok {
			f.t.Errorf("Deinitialize of %d, which there is not", id)
			continue
		}
		delete(f.inits, id)
		for _, a := range slices.Backward(segs[len(segs)-1].actions) {
			errs = errors.Join(errs, f.run(a.Dealloc))
		}
		f.free(segs)
	}
	return errs
}

// Release implements Mapper.
func (f *fakeMapper) Release(ctx context.Context, bases ...uint64) error {
	if err := errors.Join(ctx.Err(), f.call("Release")); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs error
	for _, base := range bases {
		i := slices.IndexFunc(f.rooms, func(r *fakeRoom) bool { return r.Addr == base })
		if i < 0 {
			f.t.Errorf("Release of %#x, which is not reserved", base)
			continue
		}
		r := f.rooms[i]
		var ids []InitID
		for id, segs := range f.inits {
			if slices.ContainsFunc(segs, func(s fakeSegment) bool { return s.room == r }) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		errs = errors.Join(errs, f.deinitialize(ids))
		f.rooms = slices.Delete(f.rooms, i, i+1)
	}
	return errs
}

// executed reports whether the executor sees want at addr.
func (f *fakeMapper) executed(addr uint64, want []byte) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, lo, hi := f.find("a look", addr&^(f.tr.Unit-1), uint64(len(want))+addr%f.tr.Unit)
	if r == nil || slices.ContainsFunc(r.unit[lo:hi], func(u fakeUnit) bool { return u != unitInitialized }) {
		return false
	}
	return bytes.Equal(r.exec[addr-r.Addr:][:len(want)], want)
}

// left is what there still is.
func (f *fakeMapper) left() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.rooms) == 0 && len(f.inits) == 0 {
		return ""
	}
	return fmt.Sprintf("%d reservations, %d initializations", len(f.rooms), len(f.inits))
}
