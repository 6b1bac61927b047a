package mem

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// slabModel is what a manager over a fake mapper must have done, kept as a list of
// what lives: it finds room by looking at every place.
type slabModel struct {
	t      *testing.T
	f      *fakeMapper
	m      *Manager
	stripe uint64
	live   []modelBatch
	mark   byte
}

// modelBatch is one allocation.
type modelBatch struct {
	a     rtdyld.Allocation
	reqs  []rtdyld.Request
	piece [numStripes]span // whole units
	mark  byte
	final bool
}

// modelStripe is the stripe size of the model's managers, in bytes: little, so that it
// is full soon.
const modelStripe = 64 << 10

func newSlabModel(t *testing.T, tr Traits, cfg Config) *slabModel {
	f := newFakeMapper(t, tr)
	cfg.StripeSize = modelStripe
	return &slabModel{t: t, f: f, m: over(t, f, cfg), stripe: modelStripe}
}

// pack returns size and alignment of the piece of a kind.
func pack(reqs []rtdyld.Request, k int) (size, align uint64) {
	for _, q := range reqs {
		if int(q.Kind-objfmt.KindCode) == k {
			for size%q.Align != 0 {
				size++
			}
			size += q.Size
			align = max(align, q.Align)
		}
	}
	return size, align
}

// fits reports whether a slab has room for a piece in stripe k.
func (s *slabModel) fits(r *fakeRoom, k int, size, align uint64) bool {
	if size == 0 {
		return true
	}
	unit := s.f.tr.Unit
	lo, hi := r.Addr+uint64(k)*s.stripe, r.Addr+uint64(k+1)*s.stripe
	var taken []span
	for _, b := range s.live {
		if p := b.piece[k]; p.hi > lo && p.lo < hi {
			taken = append(taken, p)
		}
	}
	slices.SortFunc(taken, func(a, b span) int { return int(int64(a.lo) - int64(b.lo)) })
	taken = append(taken, span{hi, hi})
	at := lo
	for _, p := range taken {
		for at%max(align, unit) != 0 {
			at += unit
		}
		if at+alignUp(size, unit) <= p.lo {
			return true
		}
		at = max(at, p.hi)
	}
	return false
}

// room reports whether any slab has room for requests, but for those that were made
// for one batch.
func (s *slabModel) room(reqs []rtdyld.Request) bool {
	return slices.ContainsFunc(s.f.rooms, func(r *fakeRoom) bool {
		for k := range numStripes {
			size, align := pack(reqs, k)
			if r.Size != numStripes*s.stripe || !s.fits(r, k, size, align) {
				return false
			}
		}
		return true
	})
}

// inLarge reports whether an allocation is in a slab that was made for a large one.
func (s *slabModel) inLarge(a rtdyld.Allocation) bool {
	return slices.ContainsFunc(s.f.rooms, func(r *fakeRoom) bool {
		at := a.Blocks()[0].Addr
		return r.Addr <= at && at < r.Addr+r.Size && r.Size != numStripes*s.stripe
	})
}

// allocate has the manager allocate, and checks what comes of it.
func (s *slabModel) allocate(reqs []rtdyld.Request) {
	t := s.t
	once := false
	for k := range numStripes {
		size, align := pack(reqs, k)
		if align > s.f.tr.Page {
			size += align
		}
		once = once || size > s.stripe
	}
	room := s.room(reqs)
	s.f.count("Reserve")
	a, err := s.m.Allocate(context.Background(), reqs)
	if err != nil {
		t.Fatalf("%v: %v", reqs, err)
	}
	n := s.f.count("Reserve")
	if !once && len(reqs) > 0 && room != (n == 0) && !s.inLarge(a) {
		t.Fatalf("%v: there is room: %v; %d slabs reserved", reqs, room, n)
	}
	s.mark++
	b := modelBatch{a: a, reqs: reqs, mark: s.mark}
	var next [numStripes]uint64
	for i, blk := range a.Blocks() {
		q := reqs[i]
		k := int(q.Kind - objfmt.KindCode)
		end := blk.Addr + q.Size
		if uint64(len(blk.Mem)) != q.Size || blk.Addr%q.Align != 0 || blk.Addr < next[k] {
			t.Fatalf("%v: block %d is %d bytes at %#x", reqs, i, len(blk.Mem), blk.Addr)
		}
		next[k] = end
		unit := s.f.tr.Unit
		p := &b.piece[k]
		if p.hi == 0 {
			p.lo = blk.Addr &^ (unit - 1)
		}
		p.hi = alignUp(end, unit)
	}
	for k, p := range b.piece {
		for _, o := range s.live {
			if q := o.piece[k]; p.lo < q.hi && q.lo < p.hi {
				t.Fatalf("%v: piece at %#x-%#x, another lives at %#x-%#x", reqs, p.lo, p.hi, q.lo, q.hi)
			}
		}
		if size, _ := pack(reqs, k); size > 0 && p.hi-p.lo != alignUp(size, s.f.tr.Unit) {
			t.Fatalf("%v: piece of %d bytes, %d are needed", reqs, p.hi-p.lo, size)
		}
	}
	fill(t, a, b.mark)
	s.live = append(s.live, b)
}

func (s *slabModel) finalize(i int) {
	b := &s.live[i]
	must(s.t, b.a.Finalize(context.Background()))
	b.final = true
}

// check sees that an allocation has what was written to it, here and there.
func (s *slabModel) check(i int) {
	for j, blk := range s.live[i].a.Blocks() {
		if k := slices.IndexFunc(blk.Mem, func(c byte) bool { return c != s.live[i].mark }); k >= 0 {
			s.t.Fatalf("block %d at %#x: byte %d is %#x, want %#x", j, blk.Addr, k, blk.Mem[k], s.live[i].mark)
		}
		if s.live[i].final && !s.f.executed(blk.Addr, blk.Mem) {
			s.t.Fatalf("block %d at %#x: the executor has other contents", j, blk.Addr)
		}
	}
}

func (s *slabModel) release(i int) {
	s.check(i)
	must(s.t, s.live[i].a.Release(context.Background()))
	s.live = slices.Delete(s.live, i, i+1)
}

// run does what the bytes of a script say.
func (s *slabModel) run(script []byte) {
	next := func() (c byte) {
		if len(script) > 0 {
			c, script = script[0], script[1:]
		}
		return c
	}
	for len(script) > 0 {
		switch op := next(); {
		case op < 120 && len(s.live) < 200:
			reqs := make([]rtdyld.Request, op%5)
			for i := range reqs {
				shape := next()
				reqs[i] = rtdyld.Request{
					Kind:  objfmt.KindCode + objfmt.Kind(shape%3),
					Size:  1 + uint64(next())<<(shape>>5), // to 32 KiB
					Align: 1 << (shape >> 2 & 7),
				}
			}
			if op%40 == 39 && len(reqs) > 0 {
				reqs[0].Align = 1 << (12 + next()%3)
			}
			if op == 100 {
				reqs = batchOf(modelStripe+uint64(next()), 10, 10)
			}
			s.allocate(reqs)
		case op < 170 && len(s.live) > 0:
			s.finalize(int(next()) % len(s.live))
		case op < 254 && len(s.live) > 0:
			s.release(int(next()) % len(s.live))
		case op == 254:
			must(s.t, s.m.Trim(context.Background()))
		}
	}
	var asked uint64
	for i, b := range s.live {
		s.check(i)
		for _, q := range b.reqs {
			asked += q.Size
		}
	}
	if st := s.m.Stats(); st.Asked != asked || st.Allocations != len(s.live) {
		s.t.Fatalf("%+v; %d bytes in %d allocations live", st, asked, len(s.live))
	}
	for len(s.live) > 0 {
		s.release(len(s.live) / 2)
	}
	st := s.m.Stats()
	if st.Live != 0 || st.Asked != 0 || st.Held == 0 && (st.FreeRanges != numStripes*st.Slabs || st.Waste != 0 || st.Committed != 0) {
		s.t.Fatalf("all is released: %+v", st)
	}
	must(s.t, s.m.Trim(context.Background()))
	if st := s.m.Stats(); st != (Stats{}) {
		s.t.Fatalf("all is released and trimmed: %+v", st)
	}
}

// TestSlabModel allocates, finalizes and releases at random and compares each step
// with a model. A new slab is made exactly when there is no room.
func TestSlabModel(t *testing.T) {
	steps := 10_000
	if citest.Sample() {
		steps = 1500
	}
	for i, tr := range kindsOfTraits {
		for _, cfg := range []Config{{ReleaseBatch: -1}, {}, {ReleaseBatch: 3000}} {
			r := rand.New(rand.NewPCG(5, uint64(i)))
			script := make([]byte, steps)
			for i := range script {
				script[i] = byte(r.Uint32())
			}
			s := newSlabModel(t, tr, cfg)
			s.run(script)
		}
	}
}

// FuzzSlab does it with scripts of the fuzzer's.
func FuzzSlab(f *testing.F) {
	f.Add([]byte{4, 1, 200, 130, 60, 10, 20, 0, 3, 120, 0, 200, 0, 254})
	f.Add([]byte{100, 7, 39, 1, 2, 0, 3, 4, 1, 9, 120, 0, 120, 1, 180, 0, 180, 0})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 1000 {
			return
		}
		for _, cfg := range []Config{{ReleaseBatch: -1}, {}} {
			newSlabModel(t, kindsOfTraits[1], cfg).run(script)
		}
	})
}

// TestSlabHostileRequests: whatever is asked for, by chance or by intention, there is
// an allocation that fulfils it, or a typed error and nothing left behind.
func TestSlabHostileRequests(t *testing.T) {
	rounds := 1000
	if citest.Sample() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(9, 9))
	odd := func() uint64 {
		switch r.IntN(5) {
		case 0:
			return r.Uint64()
		case 1:
			return 1<<r.IntN(64) + r.Uint64N(3) - 1
		case 2:
			return 1 << r.IntN(64)
		}
		return 1 + r.Uint64N(5000)
	}
	f := newFakeMapper(t, kindsOfTraits[1])
	f.fail = func(verb string) error { // the fake's memory is the Go heap's
		if verb == "Reserve" && f.calls[verb] > 8 {
			return ErrNoSpace
		}
		return nil
	}
	m := over(t, f, Config{StripeSize: 1 << 20, Limit: 8 << 20, ReleaseBatch: -1})
	var good, bad int
	for range rounds {
		f.count("Reserve")
		reqs := make([]rtdyld.Request, r.IntN(6))
		for i := range reqs {
			q := &reqs[i]
			*q = rtdyld.Request{Kind: objfmt.KindCode + objfmt.Kind(r.IntN(3)), Size: odd(), Align: 1 << r.IntN(20), Low32: r.IntN(9) == 0}
			switch r.IntN(20) {
			case 0:
				q.Kind = objfmt.Kind(r.IntN(256))
			case 1, 2:
				q.Align = odd()
			case 3, 4, 5:
				q.Near = odd()
			}
		}
		a, err := m.Allocate(context.Background(), reqs)
		if err != nil {
			bad++
			var le *LimitError
			var re *RequestError
			if !errors.As(err, &le) && !errors.As(err, &re) && !errors.Is(err, ErrNoSpace) {
				t.Fatalf("%v: %v", reqs, err)
			}
			if st := m.Stats(); st.Allocations != 0 || st.Live != 0 || st.Asked != 0 {
				t.Fatalf("%v: left behind %+v", reqs, st)
			}
			continue
		}
		good++
		for i, b := range a.Blocks() {
			if uint64(len(b.Mem)) != reqs[i].Size || b.Addr%reqs[i].Align != 0 || reqs[i].Low32 && b.Addr+reqs[i].Size > lowEnd {
				t.Fatalf("%v: block %d is %d bytes at %#x", reqs, i, len(b.Mem), b.Addr)
			}
		}
		fill(t, a, 1)
		must(t, a.Finalize(context.Background()))
		must(t, a.Release(context.Background()))
		must(t, m.Trim(context.Background()))
	}
	t.Logf("%d fulfilled, %d refused", good, bad)
	if good < rounds/10 || bad < rounds/10 {
		t.Errorf("%d fulfilled, %d refused", good, bad)
	}
}
