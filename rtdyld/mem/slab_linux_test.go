package mem

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// mappersHere makes the mappers of this process.
var mappersHere = []struct {
	name string
	open func() (Mapper, error)
}{
	{"in-process", func() (Mapper, error) { return NewInProcess(MapperConfig{Runner: nothing}) }},
	{"dual-mapped", func() (Mapper, error) { return NewDualMapped(MapperConfig{Runner: nothing}) }},
}

func nothing(context.Context, Call) error { return nil }

// managerOver makes a manager over a mapper, both of which must be empty at the end.
func managerOver(t testing.TB, open func() (Mapper, error), cfg Config) *Manager {
	t.Helper()
	mapper, err := open()
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewManager(mapper, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if err := mapper.(interface{ Close() error }).Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func files(t *testing.T) int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestSlabReuse loads and unloads objects of random sizes 100,000 times within one
// slab of fixed size over each mapper. Nothing leaks: no room, no memory, no mapping
// and no file.
func TestSlabReuse(t *testing.T) {
	cycles := 100_000
	if raceEnabled || citest.Sample() {
		cycles = 10_000
	}
	for _, c := range mappersHere {
		t.Run(c.name, func(t *testing.T) {
			m := managerOver(t, c.open, Config{StripeSize: 8 << 20})
			r := rand.New(rand.NewPCG(1, 2))
			var live []object
			var half Stats
			var maps, fds int
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
				o := load(t, m, r, 1<<r.IntN(13), byte(1+i%255))
				if r.IntN(4) > 0 {
					finalize(t, o.a)
				}
				live = append(live, o)
				if i == cycles/2 {
					half, maps, fds = m.Stats(), len(regions(t)), files(t)
				}
			}
			st := m.Stats()
			t.Logf("%+v; half way %+v", st, half)
			if st.Slabs != 1 || st.Committed > 2*half.Committed {
				t.Errorf("%+v; half way %+v", st, half)
			}
			if n := len(regions(t)); n > 2*maps {
				t.Errorf("%d mappings, %d half way", n, maps)
			}
			if n := files(t); n > fds {
				t.Errorf("%d files, %d half way", n, fds)
			}
			for _, o := range live {
				o.verify(t)
				release(t, o.a)
			}
			var lo, hi uint64
			for _, s := range m.slabs {
				lo, hi = s.base, s.base+s.size
			}
			if err := m.Trim(context.Background()); err != nil {
				t.Fatal(err)
			}
			if st := m.Stats(); st != (Stats{}) {
				t.Errorf("all is released: %+v", st)
			}
			for _, r := range regions(t) {
				if r.lo < hi && lo < r.hi && r.perm != "rw-p" { // that may be somebody else's by now
					t.Errorf("%x-%x is %s", r.lo, r.hi, r.perm)
				}
			}
		})
	}
}

// TestSlabAudit loads, finalizes and releases from several goroutines over each mapper
// and looks all the time for a page that is writable and executable.
func TestSlabAudit(t *testing.T) {
	cycles := 1000
	if raceEnabled || citest.Sample() {
		cycles = 200
	}
	for _, c := range mappersHere {
		for _, batch := range []int{0, -1} {
			m := managerOver(t, c.open, Config{StripeSize: 16 << 20, ReleaseBatch: batch})
			var group sync.WaitGroup
			var done atomic.Bool
			audits := make(chan int)
			go func() {
				n := 0
				for ; !done.Load(); n++ {
					audit(t)
				}
				audits <- n
			}()
			for w := range 4 {
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
							if err := m.Trim(context.Background()); err != nil {
								t.Error(err)
							}
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
			t.Logf("%s: %d audits", c.name, <-audits)
			if st := m.Stats(); st.Live != 0 || st.Allocations != 0 {
				t.Errorf("all is released: %+v", st)
			}
		}
	}
}

// failing is a mapper of which a call fails: Deinitialize when it has done its work, the
// others before they begin.
type failing struct {
	Mapper
	calls, at int
	verb      string // that failed
}

func (f *failing) fails(verb string) error {
	if f.calls++; f.calls == f.at {
		f.verb = verb
		return errFake
	}
	return nil
}

func (f *failing) Reserve(ctx context.Context, size uint64, where Placement) (Range, error) {
	if err := f.fails("Reserve"); err != nil {
		return Range{}, err
	}
	return f.Mapper.Reserve(ctx, size, where)
}

func (f *failing) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	if err := f.fails("Prepare"); err != nil {
		return nil, err
	}
	return f.Mapper.Prepare(ctx, addr, size)
}

func (f *failing) Initialize(ctx context.Context, init Initialization) (InitID, error) {
	if err := f.fails("Initialize"); err != nil {
		return 0, err
	}
	return f.Mapper.Initialize(ctx, init)
}

func (f *failing) Deinitialize(ctx context.Context, ids ...InitID) error {
	return errors.Join(f.Mapper.Deinitialize(ctx, ids...), f.fails("Deinitialize"))
}

func (f *failing) Release(ctx context.Context, bases ...uint64) error {
	if err := f.fails("Release"); err != nil {
		return err
	}
	return f.Mapper.Release(ctx, bases...)
}

// TestSlabFailuresHere makes each call of the mappers of this process fail in turn.
// Memory is zero whenever it is given out, and all of it goes.
func TestSlabFailuresHere(t *testing.T) {
	for _, c := range mappersHere {
		failed := map[string]int{}
		for n := 1; ; n++ {
			f := &failing{at: n}
			m := managerOver(t, func() (Mapper, error) {
				mapper, err := c.open()
				f.Mapper = mapper
				return mapper, err
			}, Config{StripeSize: 64 << 10})
			m.mapper = f
			mapperLives(t, m)
			mapperLives(t, m)
			if st := m.Stats(); st.Live != 0 || st.Held != 0 || st.Slabs > 1 { // one that Release failed for
				t.Errorf("call %d (%s) failed: %+v", n, f.verb, st)
			}
			if f.verb == "" {
				break
			}
			failed[f.verb]++
			must(t, m.Close())
		}
		t.Logf("%s: failed in turn: %v", c.name, failed)
		for _, verb := range []string{"Reserve", "Prepare", "Initialize", "Deinitialize", "Release"} {
			if failed[verb] == 0 {
				t.Errorf("no %s failed", verb)
			}
		}
	}
}

// TestSlabOutlive: code runs when nothing refers to linker, allocation, manager and
// mapper.
func TestSlabOutlive(t *testing.T) {
	text := machineCode(t, 42)
	for _, c := range mappersHere {
		addr := func() uint64 {
			mapper, err := c.open()
			must(t, err)
			m, err := NewManager(mapper, Config{StripeSize: 1 << 20})
			must(t, err)
			a := allocate(t, m, code(uint64(len(text))), data(8))
			copy(a.Blocks()[0].Mem, text)
			finalize(t, a)
			return a.Blocks()[0].Addr
		}()
		for range 5 {
			runtime.GC()
		}
		if got := call(addr); got != 42 {
			t.Errorf("%s: code returned %d, want 42", c.name, got)
		}
	}
}

// BenchmarkMapped is BenchmarkSmallObject over mappers, for comparison with the
// manager that changes memory by itself.
func BenchmarkMapped(b *testing.B) {
	for _, c := range mappersHere {
		for _, batch := range []int{0, -1} {
			b.Run(c.name+map[int]string{0: "/batch", -1: "/at-once"}[batch], func(b *testing.B) {
				m := managerOver(b, c.open, Config{ReleaseBatch: batch})
				median(b, m, small())
			})
		}
	}
}

// BenchmarkMapped3000 is BenchmarkAllocate3000 over mappers, finalized.
func BenchmarkMapped3000(b *testing.B) {
	var reqs []rtdyld.Request
	for range 1000 {
		reqs = append(reqs, small()...)
	}
	open := map[string]func(testing.TB) *Manager{
		"none": func(t testing.TB) *Manager { return manager(t, Config{}) },
	}
	for _, c := range mappersHere {
		open[c.name] = func(t testing.TB) *Manager { return managerOver(t, c.open, Config{}) }
	}
	for name, open := range open {
		b.Run(name, func(b *testing.B) { median(b, open(b), reqs) })
	}
}
