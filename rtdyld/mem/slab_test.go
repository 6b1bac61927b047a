package mem

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// kindsOfTraits are the executors that a manager is tested over: whole pages, parts
// of them, single bytes.
var kindsOfTraits = []Traits{{Page: 4096, Unit: 4096}, {Page: 4096, Unit: 16}, {Page: 16384, Unit: 64, Live: true}, {Page: 4096, Unit: 1}}

// over makes a manager over a fake mapper. At the end of the test all must be
// released, and Close leaves nothing.
func over(t testing.TB, f *fakeMapper, cfg Config) *Manager {
	t.Helper()
	m, err := NewManager(f, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if left := f.left(); left != "" {
			t.Errorf("after Close: %s", left)
		}
		if st := m.Stats(); st != (Stats{}) {
			t.Errorf("after Close: %+v", st)
		}
	})
	return m
}

// batchOf are the requests of an object with pieces of these sizes; 0: none.
func batchOf(code, rodata, data uint64) (reqs []rtdyld.Request) {
	for k, n := range []uint64{code, rodata, data} {
		if n > 0 {
			reqs = append(reqs, rtdyld.Request{Kind: objfmt.KindCode + objfmt.Kind(k), Size: n, Align: 16, Object: "a.o"})
		}
	}
	return reqs
}

func mustAllocate(t testing.TB, m *Manager, reqs []rtdyld.Request) rtdyld.Allocation {
	t.Helper()
	a, err := m.Allocate(context.Background(), reqs)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fill writes a mark to all of an allocation that must be zero, and returns it.
func fill(t testing.TB, a rtdyld.Allocation, mark byte) {
	t.Helper()
	for i, b := range a.Blocks() {
		for j, c := range b.Mem {
			if c != 0 {
				t.Fatalf("block %d at %#x: byte %d is %#x, want 0", i, b.Addr, j, c)
			}
			b.Mem[j] = mark
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestSlabVerbs: one reservation, one Prepare a piece, one Initialize an allocation,
// one Deinitialize for many.
func TestSlabVerbs(t *testing.T) {
	ctx := context.Background()
	for _, tr := range kindsOfTraits {
		f := newFakeMapper(t, tr)
		m := over(t, f, Config{StripeSize: 8 << 20})
		const rounds = 200
		for i := range rounds {
			a := mustAllocate(t, m, batchOf(2048, 512, 256))
			fill(t, a, byte(i+1))
			must(t, a.Finalize(ctx))
			must(t, a.Finalize(ctx))
			for _, b := range a.Blocks() {
				if !f.executed(b.Addr, b.Mem) {
					t.Fatalf("%+v: the executor has not %d bytes at %#x", tr, len(b.Mem), b.Addr)
				}
			}
			must(t, a.Release(ctx))
			if err := a.Release(ctx); !errors.Is(err, ErrReleased) {
				t.Errorf("second release: %v", err)
			}
			if err := a.Finalize(ctx); !errors.Is(err, ErrReleased) {
				t.Errorf("finalize after release: %v", err)
			}
		}
		got := []int{f.count("Reserve"), f.count("Prepare"), f.count("Initialize"), f.count("Deinitialize")}
		t.Logf("%+v: Reserve, Prepare, Initialize, Deinitialize: %v", tr, got)
		if got[0] != 1 || got[1] != 3*rounds || got[2] != rounds || got[3] > rounds/4 {
			t.Errorf("%+v: Reserve, Prepare, Initialize, Deinitialize: %v", tr, got)
		}
		if st := m.Stats(); st.Live != 0 || st.Held == 0 || st.Asked != 0 || st.Allocations != 0 {
			t.Errorf("%+v: %+v", tr, st)
		}
		must(t, m.Trim(context.Background()))
		if st := m.Stats(); st != (Stats{}) {
			t.Errorf("%+v: after Trim: %+v", tr, st)
		}
	}
}

// TestSlabAtOnce: without a batch, what is released is gone at once.
func TestSlabAtOnce(t *testing.T) {
	ctx := context.Background()
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20, ReleaseBatch: -1})
	for range 10 {
		a := mustAllocate(t, m, batchOf(100, 100, 100))
		must(t, a.Finalize(ctx))
		must(t, a.Release(ctx))
		if len(f.inits) != 0 {
			t.Fatal("it is still initialized")
		}
	}
}

// TestSlabWaste: small modules share pages where the mapper lets them, and the figures
// are exact.
func TestSlabWaste(t *testing.T) {
	for _, c := range []struct {
		tr          Traits
		live, waste uint64
	}{
		{Traits{Page: 4096, Unit: 4096}, 100 * 3 * 4096, 100 * (3*4096 - 330)},
		{Traits{Page: 4096, Unit: 16}, 100 * (208 + 112 + 32), 6*4096 + 3*4096 + 4096 - 100*330}, // 20,800, 11,200 and 3,200 bytes
	} {
		f := newFakeMapper(t, c.tr)
		m := over(t, f, Config{StripeSize: 1 << 20})
		var all []rtdyld.Allocation
		for range 100 {
			all = append(all, mustAllocate(t, m, batchOf(200, 100, 30)))
		}
		want := Stats{Slabs: 1, Reserved: 3 << 20, Allocations: 100, Live: c.live, Asked: 33_000, Waste: c.waste, Committed: 33_000 + c.waste, FreeRanges: 3}
		if d := cmp.Diff(want, m.Stats()); d != "" {
			t.Errorf("%+v: %s", c.tr, d)
		}
		for i, a := range all {
			if i%2 == 0 {
				must(t, a.Finalize(context.Background()))
			}
			must(t, a.Release(context.Background()))
		}
		must(t, m.Trim(context.Background()))
	}
}

// TestSlabPlaces: what a request says of its place reaches the mapper, and slabs are
// used by those whom they suit.
func TestSlabPlaces(t *testing.T) {
	nearby := uint64(0x5555_0000_0000)
	f := newFakeMapper(t, kindsOfTraits[1])
	f.next = 0x1000_0000_0000
	m := over(t, f, Config{StripeSize: 1 << 20})
	want := func(ps ...Placement) {
		t.Helper()
		if d := cmp.Diff(ps, f.places); d != "" {
			t.Error(d)
		}
		f.places = nil
	}
	ask := func(low bool, near ...uint64) uint64 {
		t.Helper()
		reqs := batchOf(100, 100, 100)
		reqs[1].Low32 = low
		for i, n := range near {
			reqs[i].Near = n
		}
		a := mustAllocate(t, m, reqs)
		t.Cleanup(func() { must(t, a.Release(context.Background())) })
		return a.Blocks()[0].Addr
	}
	ask(false)
	ask(false)
	want(Placement{})
	if at := ask(true); at+300 > lowEnd {
		t.Errorf("low block at %#x", at)
	}
	ask(true)
	want(Placement{Low: true})
	ask(false) // not there
	want()
	for range 2 {
		if at := ask(false, nearby, nearby+1<<20); at-nearby > reach {
			t.Errorf("block at %#x is not near %#x", at, nearby)
		}
	}
	want(Placement{Near: [2]uint64{nearby, nearby + 1<<20}})
	// A place that the mapper has nothing near is asked for once.
	for range 3 {
		ask(false, 1<<60)
	}
	want(Placement{Near: [2]uint64{1 << 60, 1 << 60}})
	if st := m.Stats(); st.Slabs != 4 {
		t.Errorf("%d slabs", st.Slabs)
	}
	f = newFakeMapper(t, kindsOfTraits[1])
	m = over(t, f, Config{Near: nearby, NoHuge: true, StripeSize: 1 << 20})
	ask(false)
	want(Placement{Near: [2]uint64{nearby, nearby}})
	f = newFakeMapper(t, kindsOfTraits[1])
	for _, no := range []bool{false, true} {
		m = over(t, f, Config{NoHuge: no, StripeSize: 16 << 20})
		for range 2 { // and starts at a huge page
			a := mustAllocate(t, m, batchOf(5<<20, 10, 10))
			if at := a.Blocks()[0].Addr; at%hugeSize != 0 && !no && a.(*mapped).slab.base%hugeSize == 0 {
				t.Errorf("block of 5 MiB at %#x", at)
			}
			must(t, a.Release(context.Background()))
		}
		must(t, m.Close())
		want(Placement{Huge: !no})
	}
}

// TestSlabAllLow: where all address space is low, as on small targets, batches that
// need not be low share slabs all the same.
func TestSlabAllLow(t *testing.T) {
	f := newFakeMapper(t, kindsOfTraits[1])
	f.next = 0x1000_0000
	m := over(t, f, Config{StripeSize: 1 << 20})
	for range 10 {
		a := mustAllocate(t, m, batchOf(100, 100, 100))
		defer a.Release(context.Background())
	}
	reqs := batchOf(100, 100, 100)
	reqs[0].Low32 = true
	a := mustAllocate(t, m, reqs)
	defer a.Release(context.Background())
	if n := f.count("Reserve"); n != 1 {
		t.Errorf("%d reservations, want 1", n)
	}
}

// TestSlabLarge: a batch larger than the stripes has a slab that goes with it. Where
// there is little address space, slabs are smaller.
func TestSlabLarge(t *testing.T) {
	ctx := context.Background()
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20})
	for _, fin := range []bool{false, true} {
		a := mustAllocate(t, m, batchOf(5<<20, 100, 100))
		if fin {
			must(t, a.Finalize(ctx))
		}
		must(t, a.Release(ctx))
		if left := f.left(); left != "" {
			t.Error(left)
		}
	}
	// One that is small enough to be held keeps the slab until it is drained.
	m = over(t, f, Config{StripeSize: 4096})
	a := mustAllocate(t, m, batchOf(5000, 100, 100))
	must(t, a.Finalize(ctx))
	must(t, a.Release(ctx))
	if m.Stats().Slabs != 1 {
		t.Error("the slab of what is held is gone")
	}
	must(t, m.Trim(context.Background()))
	if left := f.left(); left != "" {
		t.Error(left)
	}

	m = over(t, f, Config{StripeSize: 8 << 20})
	f.fail = func(verb string) error {
		if verb == "Reserve" && f.calls[verb] < 3 {
			return fmt.Errorf("little left: %w", ErrNoSpace)
		}
		return nil
	}
	f.count("Reserve")
	must(t, mustAllocate(t, m, batchOf(1, 1, 1)).Release(ctx))
	if st := m.Stats(); st.Reserved != 6<<20 {
		t.Errorf("%d bytes reserved, want 6 MiB", st.Reserved)
	}
	must(t, m.Trim(context.Background()))
	// Another error is no reason to ask again.
	refused := errors.New("refused")
	f.count("Reserve")
	f.fail = func(verb string) error { return refused }
	if _, err := m.Allocate(ctx, batchOf(1, 1, 1)); !errors.Is(err, refused) || f.count("Reserve") != 1 {
		t.Errorf("%v", err)
	}
	f.fail = nil
}

// TestSlabLimit: the limit counts units.
func TestSlabLimit(t *testing.T) {
	ctx := context.Background()
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20, Limit: 1024})
	a := mustAllocate(t, m, batchOf(1000, 0, 0)) // 1008
	b := mustAllocate(t, m, batchOf(0, 0, 16))
	_, err := m.Allocate(ctx, batchOf(0, 1, 0))
	if want := (&LimitError{What: "live memory", Asked: 1040, Limit: 1024}); !cmp.Equal(err, error(want)) {
		t.Errorf("%v, want %v", err, want)
	}
	must(t, b.Finalize(ctx))
	must(t, b.Release(ctx)) // held, and not counted
	must(t, mustAllocate(t, m, batchOf(0, 10, 0)).Release(ctx))
	must(t, a.Release(ctx))
	if _, err := NewManager(f, Config{StripeSize: 1 << 30}); !errors.Is(err, ErrNoSpace) {
		t.Errorf("stripes of 1 GiB: %v", err)
	}
}

// TestSlabClose: refused while something lives.
func TestSlabClose(t *testing.T) {
	ctx := context.Background()
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20})
	a := mustAllocate(t, m, batchOf(1, 1, 1))
	held := mustAllocate(t, m, batchOf(1, 1, 1))
	must(t, held.Finalize(ctx))
	must(t, held.Release(ctx))
	if err := m.Close(); !errors.Is(err, ErrLive) || !strings.Contains(err.Error(), "1 of them") {
		t.Errorf("close: %v", err)
	}
	must(t, a.Finalize(ctx))
	must(t, a.Release(ctx))
	must(t, m.Close())
	if left := f.left(); left != "" {
		t.Error(left)
	}
	if _, err := m.Allocate(ctx, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("allocate: %v", err)
	}
	if _, err := m.Mappings(); !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("mappings: %v", err)
	}
}

// TestSlabActions: they run with Finalize and Release, in order and in reverse.
func TestSlabActions(t *testing.T) {
	ctx := context.Background()
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20})
	pair := func(n uint64) Action { return Action{Call{Addr: n}, Call{Addr: 100 + n}} }
	log := func(want ...string) {
		t.Helper()
		if d := cmp.Diff(want, f.log); d != "" {
			t.Error(d)
		}
		f.log = nil
	}
	add := func(a rtdyld.Allocation, actions ...Action) error {
		t.Helper()
		blocks := a.Blocks()
		b := blocks[len(blocks)-1]
		return m.AddActions(b.Addr+uint64(len(b.Mem))-1, actions...)
	}
	none := func(when string, err error) {
		t.Helper()
		if !errors.Is(err, ErrNoAllocation) {
			t.Errorf("%s: %v", when, err)
		}
	}
	other := mustAllocate(t, m, batchOf(100, 100, 100))
	a := mustAllocate(t, m, batchOf(1, 0, 1))
	last := mustAllocate(t, m, batchOf(1, 1, 1))
	must(t, add(a, pair(1), pair(2)))
	must(t, add(a, pair(3), Action{}))
	must(t, add(other, pair(7)))
	end := other.Blocks()[0].Addr + 100
	none("behind a block", m.AddActions(end, pair(4)))
	none("nowhere", m.AddActions(0, pair(4)))
	must(t, last.Release(ctx))
	log()
	must(t, a.Finalize(ctx))
	log("1", "2", "3")
	none("after Finalize", add(a, pair(4)))
	must(t, a.Release(ctx)) // and is not held
	log("103", "102", "101")
	none("after Release", add(a, pair(4)))
	must(t, other.Finalize(ctx))
	log("7")
	must(t, other.Release(ctx))
	log("107")

	a = mustAllocate(t, m, batchOf(1, 1, 1)) // never finalized
	must(t, add(a, pair(1)))
	must(t, a.Release(ctx))
	log()

	f.bad = 3
	a = mustAllocate(t, m, batchOf(1, 1, 1))
	must(t, add(a, pair(1), pair(2), pair(3), pair(4)))
	first := a.Finalize(ctx)
	if first == nil {
		t.Error("the third action failed, Finalize did not")
	}
	log("1", "2", "3", "102", "101")
	if err := a.Finalize(ctx); !errors.Is(err, ErrLost) || !errors.Is(err, first) {
		t.Errorf("second Finalize: %v", err)
	}
	none("after a Finalize that failed", add(a, pair(4)))
	must(t, a.Release(ctx))
	log()

	empty := mustAllocate(t, m, nil)
	must(t, empty.Finalize(ctx))
	must(t, empty.Release(ctx))
	if n := len(m.open); n != 0 {
		t.Errorf("%d allocations wait for their Finalize", n)
	}
	here, _ := newFake(t, Config{})
	if err := here.AddActions(1, pair(1)); !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("without a mapper: %v", err)
	}
}
