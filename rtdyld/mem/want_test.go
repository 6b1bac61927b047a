package mem

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestBadRequests: whatever the numbers, a typed error that says them.
func TestBadRequests(t *testing.T) {
	req := func(k objfmt.Kind, size, align uint64) rtdyld.Request {
		return rtdyld.Request{Kind: k, Size: size, Align: align, Object: "a.o"}
	}
	fine := req(objfmt.KindCode, 16, 16)
	for _, c := range []struct {
		name  string
		reqs  []rtdyld.Request
		limit bool // a *LimitError, else a *RequestError
	}{
		{"no kind", []rtdyld.Request{fine, req(objfmt.KindNone, 1, 1)}, false},
		{"kind out of range", []rtdyld.Request{fine, req(objfmt.NumKinds, 1, 1)}, false},
		{"size 0", []rtdyld.Request{fine, req(objfmt.KindCode, 0, 1)}, false},
		{"alignment 0", []rtdyld.Request{fine, req(objfmt.KindCode, 1, 0)}, false},
		{"alignment 3", []rtdyld.Request{fine, req(objfmt.KindCode, 1, 3)}, false},
		{"size 2^64-1", []rtdyld.Request{req(objfmt.KindCode, ^uint64(0), 1)}, true},
		{"size 2^31", []rtdyld.Request{req(objfmt.KindWritable, 1<<31, 1)}, true},
		{"alignment 2^63", []rtdyld.Request{req(objfmt.KindReadOnly, 1, 1<<63)}, true},
		{"sum in a stripe", []rtdyld.Request{req(objfmt.KindCode, 1<<30, 1), req(objfmt.KindCode, 1<<30, 1)}, true},
		{"alignment in a stripe", []rtdyld.Request{fine, req(objfmt.KindCode, 1<<30, 1<<30), req(objfmt.KindCode, 1, 1<<30)}, true},
		{"sum of stripes", []rtdyld.Request{req(objfmt.KindCode, 1<<30, 1), req(objfmt.KindWritable, 1<<30, 1)}, true},
		{"sum that overflows", []rtdyld.Request{req(objfmt.KindCode, 1, 1), req(objfmt.KindCode, ^uint64(0)-1, 2)}, true},
	} {
		m, _ := newFake(t, Config{})
		a, err := m.Allocate(context.Background(), c.reqs)
		if err == nil {
			t.Errorf("%s: %v, want an error", c.name, a.Blocks())
			continue
		}
		var le *LimitError
		var re *RequestError
		if c.limit != errors.As(err, &le) || c.limit != errors.Is(err, ErrNoSpace) || c.limit == errors.As(err, &re) {
			t.Errorf("%s: %v", c.name, err)
		}
		if st := m.Stats(); st != (Stats{}) {
			t.Errorf("%s: left behind %+v", c.name, st)
		}
	}
}

// newFake makes a manager over memory of the Go heap, for what has nothing to do
// with the host: it runs on every one.
func newFake(t *testing.T, cfg Config) (*Manager, *system) {
	t.Helper()
	fake := &system{
		page: 4096,
		reserve: func(addr, size uint64, how mapping) ([]byte, error) {
			if how != mapAny || size > 64<<20 {
				return nil, &SystemError{Op: "mmap", Addr: addr, Size: size, Err: errors.New("fake"), Kind: ErrNoSpace}
			}
			return make([]byte, size), nil
		},
		unmap:    func([]byte) error { return nil },
		protect:  func([]byte, prot) error { return nil },
		discard:  func(b []byte) error { clear(b); return nil },
		huge:     func([]byte) {},
		populate: func([]byte) {},
		flush:    func([]byte) error { return nil },
		maps:     func() ([]span, error) { return nil, errors.New("fake") },
	}
	m, err := newManager(cfg, fake)
	if err != nil {
		t.Fatal(err)
	}
	return m, fake
}

// TestPopulate: pages are got all at a time for pieces that are written as a whole and neither small nor worth huge pages.
func TestPopulate(t *testing.T) {
	m, fake := newFake(t, Config{StripeSize: 8 << 20})
	var got []int
	fake.populate = func(b []byte) { got = append(got, len(b)) }
	for _, size := range []uint64{100, populateMin - 4096, populateMin - 1, 300 << 10, hugeMin - 4096, hugeMin, hugePiece + 1} {
		var reqs []rtdyld.Request
		for _, k := range []objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable} {
			reqs = append(reqs, rtdyld.Request{Kind: k, Size: size, Align: 1})
		}
		if _, err := m.Allocate(context.Background(), reqs); err != nil {
			t.Fatal(err)
		}
	}
	want := []int{populateMin, populateMin, 300 << 10, 300 << 10, hugeMin - 4096, hugeMin - 4096}
	if !slices.Equal(got, want) {
		t.Errorf("pieces of %d bytes, want %d", got, want)
	}
}

// TestPopulateKept: pages that are in memory still are not asked for again.
func TestPopulateKept(t *testing.T) {
	m, fake := newFake(t, Config{StripeSize: 8 << 20, ReleaseBatch: -1})
	got := 0
	fake.populate = func([]byte) { got++ }
	for range 3 {
		a, err := m.Allocate(t.Context(), []rtdyld.Request{{Kind: objfmt.KindCode, Size: populateMin, Align: 1}, {Kind: objfmt.KindReadOnly, Size: 2 * keepBytes, Align: 1}})
		if err == nil {
			err = a.Release(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := 1 + 2; got != want {
		t.Errorf("asked for pages %d times, want %d: once for what is kept, twice for what is large and then kept", got, want)
	}
}

// live allocates, fills, finalizes and releases a batch.
func live(t *testing.T, m *Manager, reqs []rtdyld.Request) {
	t.Helper()
	a := mustAllocate(t, m, reqs)
	fill(t, a, 0xc3)
	must(t, a.Finalize(t.Context()))
	must(t, a.Release(t.Context()))
}

// TestKeepWanted: pages of a large piece are given back once; if the like is asked for again, they stay in memory from then on,
// zeroed, until Trim.
func TestKeepWanted(t *testing.T) {
	m, fake := newFake(t, Config{StripeSize: 8 << 20})
	given, got := 0, 0
	fake.discard = func(b []byte) error { given++; clear(b); return nil }
	fake.populate = func([]byte) { got++ }
	want := func(what string, reqs []rtdyld.Request, wantGiven, wantGot int) {
		t.Helper()
		given, got = 0, 0
		live(t, m, reqs)
		if given != wantGiven || got != wantGot {
			t.Errorf("%s: %d pieces given back, want %d; %d got all at a time, want %d", what, given, wantGiven, got, wantGot)
		}
	}
	large, tooLarge := batchOf(900<<10, 400<<10, 700<<10), batchOf(0, 0, keepWanted+1)
	want("first", large, 3, 2)
	want("second", large, 0, 2)
	want("third", large, 0, 0)
	if st := m.Stats(); st.Kept != 2000<<10 {
		t.Errorf("%d bytes are kept, want all", st.Kept)
	}
	want("smaller", batchOf(300<<10, 300<<10, 0), 0, 0)
	for range 3 {
		want("too large to be kept", tooLarge, 1, 0)
	}
	must(t, m.Trim(t.Context()))
	if st := m.Stats(); st.Kept != 0 {
		t.Errorf("after Trim %d bytes are kept", st.Kept)
	}
	want("first after Trim", large, 3, 2)
	must(t, m.Close())
}

// TestSlabWanted: a slab for one batch goes with it; if the like is asked for again, the next one stays with its pages until Trim, or
// until a batch needs a larger one.
func TestSlabWanted(t *testing.T) {
	m, fake := newFake(t, Config{StripeSize: 1 << 20})
	var reserved, given int
	reserve := fake.reserve
	fake.reserve = func(addr, size uint64, how mapping) ([]byte, error) { reserved++; return reserve(addr, size, how) }
	fake.discard = func(b []byte) error { given++; clear(b); return nil }
	life := func(what string, reqs []rtdyld.Request, want [3]int) {
		t.Helper()
		reserved, given = 0, 0
		live(t, m, reqs)
		if got := [3]int{reserved, given, m.Stats().Slabs}; got != want {
			t.Errorf("%s: slabs reserved, pieces given back, slabs then: %d, want %d", what, got, want)
		}
	}
	large, larger, tooLarge := batchOf(5<<19, 0, 100), batchOf(5<<19, 100, 3<<20), batchOf(keepWanted+1, 0, 0)
	for range 2 {
		life("first", large, [3]int{1, 1, 0})
		life("second", large, [3]int{1, 0, 1})
		life("third", large, [3]int{0, 0, 1})
		life("smaller", batchOf(1000, 1000, 1000), [3]int{0, 0, 1})
		life("larger", larger, [3]int{1, 4, 0}) // and two that the slab kept
		life("larger, again", larger, [3]int{1, 0, 1})
		life("too large to stay", tooLarge, [3]int{1, 1, 0})
		life("too large to stay, again", tooLarge, [3]int{1, 1, 0})
		life("larger, once more", larger, [3]int{1, 0, 1})
		must(t, m.Trim(t.Context()))
		if st := m.Stats(); st != (Stats{}) {
			t.Errorf("after Trim: %+v", st)
		}
	}
	must(t, m.Close())
}

// TestSmallSlabCalls: the first batch in a slab of small stripes costs one call that reserves, one that makes pages writable, and those
// that protect; a batch in a slab that may have huge pages is aligned to them.
func TestSmallSlabCalls(t *testing.T) {
	for _, c := range []struct {
		stripe, size          uint64
		reserved, cut, writes int
	}{
		{1 << 20, 100 << 10, 1, 0, 1},
		{1 << 20, 700 << 10, 1, 1, 1}, // at the end of what is aligned, or at both
		{8 << 20, 100 << 10, 1, 1, 3}, // a stripe at a time
	} {
		m, fake := newFake(t, Config{StripeSize: c.stripe})
		reserved, cut, writes, final := 0, 0, 0, 0
		reserve := fake.reserve
		fake.reserve = func(addr, size uint64, how mapping) ([]byte, error) { reserved++; return reserve(addr, size, how) }
		fake.unmap = func([]byte) error { cut = 1; return nil }
		fake.protect = func(_ []byte, p prot) error {
			if p == protRW {
				writes++
			} else {
				final++
			}
			return nil
		}
		a, err := m.Allocate(t.Context(), []rtdyld.Request{
			{Kind: objfmt.KindCode, Size: c.size, Align: 16}, {Kind: objfmt.KindReadOnly, Size: c.size, Align: 16}, {Kind: objfmt.KindWritable, Size: c.size, Align: 16},
		})
		if err == nil {
			err = a.Finalize(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		if reserved != c.reserved || cut != c.cut || writes != c.writes || final != 2 {
			t.Errorf("%d bytes in stripes of %d: %d reservations, cut %d, %d calls to write, %d to protect; want %d, %d, %d, 2",
				c.size, c.stripe, reserved, cut, writes, final, c.reserved, c.cut, c.writes)
		}
		for _, b := range a.Blocks() {
			b.Mem[0], b.Mem[c.size-1] = 1, 1
		}
	}
}

// TestLowRefused: memory that a host gives for low and that is not is no use.
func TestLowRefused(t *testing.T) {
	m, fake := newFake(t, Config{StripeSize: 1 << 20})
	fake.reserve = func(addr, size uint64, how mapping) ([]byte, error) { return make([]byte, size), nil }
	unmapped := 0
	fake.unmap = func(b []byte) error { unmapped += len(b); return nil }
	if probe := make([]byte, 1<<20); address(probe) < lowEnd {
		t.Skip("the Go heap is low here")
	}
	_, err := m.Allocate(context.Background(), []rtdyld.Request{{Kind: objfmt.KindCode, Size: 1, Align: 1, Low32: true}})
	if err == nil || unmapped == 0 {
		t.Errorf("%v; %d bytes unmapped", err, unmapped)
	}
}

// TestPacking: blocks are in request order, each aligned, within a piece of its
// stripe, and stripes ascend. It runs over fake memory on every host.
func TestPacking(t *testing.T) {
	m, _ := newFake(t, Config{StripeSize: 4 << 20})
	reqs := []rtdyld.Request{
		{Kind: objfmt.KindWritable, Size: 3, Align: 1},
		{Kind: objfmt.KindCode, Size: 5, Align: 16},
		{Kind: objfmt.KindReadOnly, Size: 7, Align: 1},
		{Kind: objfmt.KindCode, Size: 100, Align: 64},
		{Kind: objfmt.KindReadOnly, Size: 9, Align: 8192},
		{Kind: objfmt.KindWritable, Size: 1, Align: 2},
		{Kind: objfmt.KindCode, Size: 1, Align: 1},
	}
	for round := range 3 {
		al, err := m.Allocate(context.Background(), reqs)
		if err != nil {
			t.Fatal(err)
		}
		b := al.Blocks()
		if len(b) != len(reqs) {
			t.Fatalf("%d blocks for %d requests", len(b), len(reqs))
		}
		for i := range b {
			if uint64(len(b[i].Mem)) != reqs[i].Size || cap(b[i].Mem) != len(b[i].Mem) {
				t.Errorf("block %d: length %d, capacity %d, want %d", i, len(b[i].Mem), cap(b[i].Mem), reqs[i].Size)
			}
			if b[i].Addr%reqs[i].Align != 0 {
				t.Errorf("block %d: %#x is not aligned to %d", i, b[i].Addr, reqs[i].Align)
			}
			if address(b[i].Mem) != b[i].Addr {
				t.Errorf("block %d: Mem at %#x, Addr %#x", i, address(b[i].Mem), b[i].Addr)
			}
		}
		offsets := []uint64{b[3].Addr - b[1].Addr, b[6].Addr - b[3].Addr, b[4].Addr - b[2].Addr, b[5].Addr - b[0].Addr}
		for i, want := range []uint64{64, 100, 8192, 4} {
			if offsets[i] != want {
				t.Errorf("offset %d is %d, want %d", i, offsets[i], want)
			}
		}
		if !(b[1].Addr < b[2].Addr && b[2].Addr < b[0].Addr) {
			t.Errorf("stripes out of order: %#x %#x %#x", b[1].Addr, b[2].Addr, b[0].Addr)
		}
		if b[1].Addr%4096 != 0 || b[2].Addr%4096 != 0 || b[0].Addr%4096 != 0 {
			t.Errorf("round %d: a piece does not start with a page", round)
		}
	}
}

func TestEmpty(t *testing.T) {
	m, _ := newFake(t, Config{})
	ctx := context.Background()
	a, err := m.Allocate(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if st := m.Stats(); len(a.Blocks()) != 0 || st.Slabs != 0 || st.Allocations != 1 {
		t.Errorf("blocks %v, stats %+v", a.Blocks(), st)
	}
	if err := a.Finalize(ctx); err != nil {
		t.Error(err)
	}
	if err := a.Release(ctx); err != nil {
		t.Error(err)
	}
	if st := m.Stats(); st != (Stats{}) {
		t.Errorf("left behind %+v", st)
	}
}

// TestFewTables: unwind tables lie among the code where that saves a small batch a piece, and nothing else that is read-only does.
func TestFewTables(t *testing.T) {
	code := func(size uint64) rtdyld.Request { return rtdyld.Request{Kind: objfmt.KindCode, Size: size, Align: 16} }
	constants := rtdyld.Request{Kind: objfmt.KindReadOnly, Size: 40, Align: 8}
	tables := rtdyld.Request{Kind: objfmt.KindReadOnly, Size: 50, Align: 8, Tables: true}
	for _, c := range []struct {
		name string
		cfg  Config
		reqs []rtdyld.Request
		want bool
	}{
		{"tables", Config{}, []rtdyld.Request{code(100), tables}, true},
		{"two objects", Config{}, []rtdyld.Request{code(100), tables, code(7), tables}, true},
		{"as much as may be", Config{}, []rtdyld.Request{code(tablesMost - 50), tables}, true},
		{"too much", Config{}, []rtdyld.Request{code(tablesMost - 49), tables}, false},
		{"constants", Config{}, []rtdyld.Request{code(100), constants}, false},
		{"constants of one", Config{}, []rtdyld.Request{code(100), tables, code(7), constants}, false},
		{"no code", Config{}, []rtdyld.Request{tables}, false},
		{"many objects", Config{}, slices.Repeat([]rtdyld.Request{code(8), tables}, fewRequests/2+1), false},
		{"apart", Config{TablesApart: true}, []rtdyld.Request{code(100), tables}, false},
		{"no exec", Config{NoExec: true}, []rtdyld.Request{code(100), tables}, false},
		{"constants with code", Config{ConstantsWithCode: true}, []rtdyld.Request{code(100), constants}, true},
	} {
		m, _ := newFake(t, c.cfg)
		got, err := m.Allocate(context.Background(), c.reqs)
		if err != nil {
			t.Fatal(err)
		}
		a := got.(*allocation)
		if with := a.piece[stripeReadOnly].n == 0 && a.piece[stripeCode].n > 0; with != c.want {
			t.Errorf("%s: with code: %v, want %v", c.name, with, c.want)
		}
		var end uint64
		for i, b := range a.Blocks() {
			if k := c.reqs[i].Kind; c.want || k == objfmt.KindCode {
				if b.Addr < end {
					t.Errorf("%s: block %d at %#x, the one before ends at %#x", c.name, i, b.Addr, end)
				}
				end = b.Addr + uint64(len(b.Mem))
			}
		}
	}
}
