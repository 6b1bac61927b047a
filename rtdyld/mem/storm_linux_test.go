package mem

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// object is a live allocation of a test and what its memory must hold.
type object struct {
	a    rtdyld.Allocation
	mark byte
}

// load allocates blocks of random sizes, sees that they are zero and marks them.
func load(t testing.TB, m *Manager, r *rand.Rand, largest uint64, mark byte) object {
	var room [6]rtdyld.Request
	reqs := room[:1+r.IntN(len(room))]
	for i := range reqs {
		reqs[i] = rtdyld.Request{Kind: objfmt.KindCode + objfmt.Kind(r.IntN(3)), Size: 1 + r.Uint64N(largest), Align: 1 << r.IntN(7)}
	}
	if r.IntN(50) == 0 {
		reqs[0].Align = 1 << (12 + r.IntN(4))
	}
	a, err := m.Allocate(context.Background(), reqs)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range a.Blocks() {
		for j, c := range b.Mem {
			if c != 0 {
				t.Fatalf("block %d of %d bytes at %#x: byte %d is %#x, want 0", i, len(b.Mem), b.Addr, j, c)
			}
			b.Mem[j] = mark
		}
	}
	return object{a, mark}
}

// verify sees that nobody else wrote to an object's memory.
func (o object) verify(t testing.TB) {
	for i, b := range o.a.Blocks() {
		for j, c := range b.Mem {
			if c != o.mark {
				t.Fatalf("block %d at %#x: byte %d is %#x, want %#x", i, b.Addr, j, c, o.mark)
			}
		}
	}
}

// TestReuse loads and unloads objects of random sizes 100,000 times within one
// slab of fixed size. Nothing leaks: not a page, not a mapping.
func TestReuse(t *testing.T) {
	cycles := 100_000
	if raceEnabled {
		cycles = 10_000
	}
	m := manager(t, Config{StripeSize: 8 << 20})
	r := rand.New(rand.NewPCG(1, 2))
	var live []object
	half := 0
	for i := range cycles {
		if len(live) > 0 && (len(live) >= 150 || r.IntN(2) == 0) {
			k := r.IntN(len(live))
			if i%7 == 0 {
				live[k].verify(t)
			}
			release(t, live[k].a)
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
		}
		o := load(t, m, r, 1<<r.IntN(15), byte(1+i%255))
		if r.IntN(4) > 0 {
			finalize(t, o.a)
		}
		live = append(live, o)
		if i == cycles/2 {
			half = int(m.Stats().Committed)
		}
	}
	if st := m.Stats(); st.Slabs != 1 || st.Committed > uint64(half)*5/4 {
		t.Errorf("%+v; half way %d bytes were committed", st, half)
	}
	for _, o := range live {
		o.verify(t)
		release(t, o.a)
	}
	if err := m.Trim(context.Background()); err != nil {
		t.Fatal(err)
	}
	st := m.Stats()
	if st.Live != 0 || st.Allocations != 0 || st.Held != 0 || st.Kept != 0 || st.FreeRanges != stripesOf(m) {
		t.Errorf("all is released: %+v", st)
	}
	wantInMemory(t, "when all is free", m.slabs[0], 0, 0)
	if n, err := m.Mappings(); err != nil || n > 3*stripesOf(m) {
		t.Errorf("%d mappings when all is free, want three a stripe at most; %v", n, err)
	}
}

// TestStorm loads, finalizes and releases from several goroutines and looks all
// the time for a page that is writable and executable.
func TestStorm(t *testing.T) {
	const workers, cycles = 4, 1500
	for _, cfg := range []Config{{StripeSize: 16 << 20}, {StripeSize: 16 << 20, ReleaseBatch: -1}} {
		m := manager(t, cfg)
		var group sync.WaitGroup
		var done atomic.Bool
		auditor := make(chan int)
		go func() {
			n := 0
			for ; !done.Load(); n++ {
				audit(t)
			}
			auditor <- n
		}()
		for w := range workers {
			group.Go(func() {
				r := rand.New(rand.NewPCG(7, uint64(w)))
				var live []object
				drop := func(k int) {
					live[k].verify(t)
					if err := live[k].a.Release(context.Background()); err != nil {
						t.Error(err)
					}
					live[k] = live[len(live)-1]
					live = live[:len(live)-1]
				}
				for i := range cycles {
					if len(live) > 20 {
						drop(r.IntN(len(live)))
					}
					largest := uint64(1) << r.IntN(14)
					if i%100 == 0 {
						largest = 2 << 20
					}
					o := load(t, m, r, largest, byte(1+w))
					if r.IntN(3) > 0 {
						if err := o.a.Finalize(context.Background()); err != nil {
							t.Error(err)
						}
					}
					live = append(live, o)
					if i%200 == 0 {
						_ = m.Trim(context.Background())
						_ = m.Stats()
					}
				}
				for len(live) > 0 {
					drop(0)
				}
			})
		}
		group.Wait()
		done.Store(true)
		t.Logf("%d audits", <-auditor)
		if st := m.Stats(); st.Live != 0 || st.Allocations != 0 {
			t.Errorf("all is released: %+v", st)
		}
	}
}

// TestOneAllocationFromMany: Finalize and Release of one allocation by several
// goroutines happen once.
func TestOneAllocationFromMany(t *testing.T) {
	m := manager(t, Config{})
	for range 100 {
		a := allocate(t, m, small()...)
		var group sync.WaitGroup
		var released atomic.Int32
		for range 4 {
			group.Go(func() {
				_ = a.Finalize(context.Background())
				if a.Release(context.Background()) == nil {
					released.Add(1)
				}
			})
		}
		group.Wait()
		if n := released.Load(); n != 1 {
			t.Fatalf("released %d times", n)
		}
	}
	if st := m.Stats(); st.Live != 0 || st.Allocations != 0 {
		t.Errorf("%+v", st)
	}
}
