package mem

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestSlabHostileMapper: what a mapper says is checked.
func TestSlabHostileMapper(t *testing.T) {
	ctx := context.Background()
	for _, tr := range []Traits{{}, {Page: 4096}, {Page: 4096, Unit: 3}, {Page: 4095, Unit: 1}, {Page: 16, Unit: 32}, {Page: 1 << 40, Unit: 1}} {
		var me *MapperError
		if m, err := NewManager(newFakeMapper(t, tr), Config{}); m != nil || !errors.As(err, &me) || me.Verb != "Traits" {
			t.Errorf("%+v: %v", tr, err)
		}
	}
	if m, err := NewManager(nil, Config{}); m != nil || err == nil {
		t.Error("no mapper is no error")
	}
	for name, c := range map[string]struct {
		lie func(r *Range)
		low bool
	}{
		"too small":  {lie: func(r *Range) { r.Size-- }},
		"not a page": {lie: func(r *Range) { r.Addr += 16 }},
		"wraps":      {lie: func(r *Range) { r.Addr = -(r.Size / 2) }},
		"2^64":       {lie: func(r *Range) { r.Size = ^uint64(0) }},
		"not low":    {lie: func(r *Range) { r.Addr += 1 << 30 }, low: true},
		"twice":      {lie: func(r *Range) { r.Addr = 0x7000_0000_0000 }},
		"over":       {lie: func(r *Range) { r.Addr = 0x7000_0000_0000 + 4096 }},
	} {
		f := newFakeMapper(t, kindsOfTraits[1])
		m, err := NewManager(f, Config{StripeSize: 1 << 20})
		must(t, err)
		first := mustAllocate(t, m, batchOf(1, 1, 1))
		f.lie = c.lie
		reqs := batchOf(1<<20, 1, 1)
		reqs[0].Low32 = c.low
		_, err = m.Allocate(ctx, reqs)
		var me *MapperError
		if !errors.As(err, &me) || me.Verb != "Reserve" {
			t.Errorf("%s: %v", name, err)
		}
		if st := m.Stats(); st.Allocations != 1 || st.Slabs != 1 {
			t.Errorf("%s: %+v", name, st)
		}
		must(t, first.Release(ctx))
		must(t, m.Close())
	}
	f := newFakeMapper(t, kindsOfTraits[1])
	m, err := NewManager(&liar{f}, Config{StripeSize: 1 << 20})
	must(t, err)
	var me *MapperError
	if _, err := m.Allocate(ctx, batchOf(1, 1, 1)); !errors.As(err, &me) || me.Verb != "Prepare" {
		t.Errorf("Prepare gave too little: %v", err)
	}
	a := mustAllocate(t, m, batchOf(1000, 0, 0))
	if err := a.Finalize(ctx); !errors.As(err, &me) || me.Verb != "Initialize" {
		t.Errorf("Initialize gave no id: %v", err)
	}
	must(t, a.Release(ctx))
	must(t, m.Close())
}

// liar gives a byte less for small pieces, and no ids.
type liar struct{ *fakeMapper }

func (l *liar) Prepare(ctx context.Context, addr, size uint64) ([]byte, error) {
	b, err := l.fakeMapper.Prepare(ctx, addr, size)
	if size < 1000 {
		b = b[:size-1]
	}
	return b, err
}

func (l *liar) Initialize(context.Context, Initialization) (InitID, error) { return 0, nil }

// TestSlabContext: who waits for a slab can be cancelled, and nobody else waits.
func TestSlabContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20})
	small := mustAllocate(t, m, batchOf(1, 1, 1))
	reserving, goOn := make(chan bool), make(chan bool)
	f.fail = func(verb string) error {
		if verb == "Reserve" {
			reserving <- true
			<-goOn
		}
		return nil
	}
	var first rtdyld.Allocation
	done := make(chan error)
	go func() {
		var err error
		first, err = m.Allocate(context.Background(), batchOf(2<<20, 1, 1))
		done <- err
	}()
	<-reserving
	must(t, mustAllocate(t, m, batchOf(1, 1, 1)).Release(ctx)) // there is room
	if err := m.Close(); !errors.Is(err, ErrLive) {            // and does not wait either
		t.Errorf("close: %v", err)
	}
	go func() {
		time.Sleep(10 * time.Millisecond)
		cancel()
	}()
	if _, err := m.Allocate(ctx, batchOf(3<<20, 1, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while it waited: %v", err)
	}
	if st := m.Stats(); st.Allocations != 2 {
		t.Errorf("%+v", st)
	}
	close(goOn)
	must(t, <-done)
	f.fail = nil
	if err := first.Finalize(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("finalize: %v", err)
	}
	if _, err := m.Allocate(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("allocate: %v", err)
	}
	must(t, first.Finalize(context.Background()))
	must(t, first.Release(ctx))
	must(t, small.Release(ctx))
}

// mapperLives runs through all that a manager does over a mapper. It tolerates the
// errors of a mapper that fails, and checks that they leave nothing.
func mapperLives(t *testing.T, m *Manager) {
	ctx := context.Background()
	low, near := batchOf(2048, 512, 256), batchOf(2048, 512, 256)
	low[0].Low32 = true
	near[0].Near = 0x5000_0000_0000
	var all []rtdyld.Allocation
	for _, reqs := range [][]rtdyld.Request{
		batchOf(2048, 512, 256), batchOf(2<<10, 3<<10, 10<<10), low, near, batchOf(10, 0, 0), batchOf(80<<10, 0, 10), batchOf(0, 5, 5), nil,
	} {
		before := m.Stats()
		var a rtdyld.Allocation
		err := caught(func() (err error) { a, err = m.Allocate(ctx, reqs); return err })
		if err != nil {
			after := m.Stats()
			if after.Live != before.Live || after.Allocations != before.Allocations || after.Asked != before.Asked {
				t.Errorf("after %v: %+v, before %+v", err, after, before)
			}
			if !errors.Is(err, errFake) {
				t.Errorf("allocate: %v", err)
			}
			continue
		}
		fill(t, a, 0xcc)
		all = append(all, a)
		if len(all)%3 == 0 {
			if len(reqs) > 0 {
				must(t, m.AddActions(a.Blocks()[0].Addr, Action{}))
			}
		}
		if len(all)%4 == 0 {
			continue
		}
		if err := caught(func() error { return a.Finalize(ctx) }); err != nil && !errors.Is(err, errFake) {
			t.Errorf("finalize: %v", err)
		}
	}
	for _, a := range all {
		if err := caught(func() error { return a.Release(ctx) }); err != nil && !errors.Is(err, errFake) {
			t.Errorf("release: %v", err)
		}
	}
	if st := m.Stats(); st.Live != 0 || st.Asked != 0 || st.Allocations != 0 {
		t.Errorf("all is released: %+v", st)
	}
	if err := caught(func() error { return m.Trim(context.Background()) }); err != nil && !errors.Is(err, errFake) {
		t.Errorf("trim: %v", err)
	}
}

// caught is f's error, or what it panics with: a mapper's panic goes on to the caller.
func caught(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = v.(error)
		}
	}()
	return f()
}

var errFake = errors.New("fake: fails")

// slabLogs is a handler that is called as a verb of a mapper.
type slabLogs struct{ f *fakeMapper }

func (l slabLogs) Enabled(context.Context, slog.Level) bool  { return true }
func (l slabLogs) Handle(context.Context, slog.Record) error { return l.f.call("Log") }
func (l slabLogs) WithAttrs([]slog.Attr) slog.Handler        { return l }
func (l slabLogs) WithGroup(string) slog.Handler             { return l }

// TestSlabFailures makes each call of a mapper fail, or panic, in turn, once or from then on.
// Nothing is left behind, and the manager works when the mapper does again.
func TestSlabFailures(t *testing.T) {
	for _, c := range []struct {
		cfg   Config
		on    bool
		space bool // errors say that there is no space
		panic bool
	}{
		{Config{StripeSize: 64 << 10}, false, false, false},
		{Config{StripeSize: 64 << 10}, false, true, false},
		{Config{StripeSize: 64 << 10}, true, false, false},
		{Config{StripeSize: 64 << 10, ReleaseBatch: -1}, false, false, false},
		{Config{StripeSize: 64 << 10, ReleaseBatch: 1000}, true, true, false},
		{Config{StripeSize: 64 << 10}, false, false, true},
		{Config{StripeSize: 64 << 10}, true, false, true},
		{Config{StripeSize: 64 << 10, ReleaseBatch: -1}, false, false, true},
	} {
		failed := map[string]int{}
		for n := 1; ; n++ {
			f := newFakeMapper(t, kindsOfTraits[n%3])
			calls, which := 0, ""
			f.fail = func(verb string) error {
				calls++
				if calls == n {
					which = verb
				}
				switch {
				case which == "" || calls > n && !(c.on && verb == which):
					return nil
				case c.panic:
					panic(errFake)
				case c.space:
					return errors.Join(errFake, ErrNoSpace)
				}
				return errFake
			}
			c.cfg.Logger = slog.New(slabLogs{f})
			m, err := NewManager(f, c.cfg)
			must(t, err)
			mapperLives(t, m)
			if which == "" {
				f.fail = nil
				must(t, m.Close())
				break
			}
			failed[which]++
			f.fail = nil
			mapperLives(t, m)
			if st := m.Stats(); st != (Stats{}) {
				t.Errorf("call %d (%s) failed: after Trim: %+v", n, which, st)
			}
			must(t, m.Close())
			if left := f.left(); left != "" {
				t.Errorf("call %d (%s) failed: %s", n, which, left)
			}
		}
		t.Logf("failed in turn: %v", failed)
		for _, c := range insidetest.Callbacks(reflect.TypeFor[Mapper](), reflect.TypeFor[Config]()) {
			verb := strings.Replace(c.Name[strings.IndexByte(c.Name, '.')+1:], "Logger", "Log", 1)
			if verb != "Traits" && failed[verb] == 0 { // which is constant
				t.Errorf("no %s failed", verb)
			}
		}
	}
}

// TestSlabCloseFails: what the mapper does not release is tried again.
func TestSlabCloseFails(t *testing.T) {
	f := newFakeMapper(t, kindsOfTraits[1])
	m := over(t, f, Config{StripeSize: 1 << 20})
	must(t, mustAllocate(t, m, batchOf(1, 1, 1)).Release(context.Background()))
	f.fail = func(string) error { return errFake }
	if err := m.Trim(context.Background()); !errors.Is(err, errFake) {
		t.Errorf("trim: %v", err)
	}
	f.fail = nil
	// It is not used any more.
	must(t, mustAllocate(t, m, batchOf(1, 1, 1)).Release(context.Background()))
	if n := f.count("Reserve"); n != 2 {
		t.Errorf("%d reservations", n)
	}
	f.fail = func(string) error { return errFake }
	if err := m.Close(); !errors.Is(err, errFake) {
		t.Errorf("close: %v", err)
	}
	f.fail = nil
	must(t, m.Close())
}

// TestSlabStorm: many goroutines, one manager, and one that trims.
func TestSlabStorm(t *testing.T) {
	ctx := context.Background()
	for _, cfg := range []Config{{StripeSize: 128 << 10}, {StripeSize: 128 << 10, ReleaseBatch: -1}} {
		f := newFakeMapper(t, kindsOfTraits[1])
		m := over(t, f, cfg)
		var group sync.WaitGroup
		for w := range 4 {
			group.Go(func() {
				r := rand.New(rand.NewPCG(3, uint64(w)))
				var live []rtdyld.Allocation
				drop := func(i int) {
					must(t, live[i].Release(ctx))
					live = slices.Delete(live, i, i+1)
				}
				for i := range 500 {
					if len(live) > 10 {
						drop(r.IntN(len(live)))
					}
					a := mustAllocate(t, m, batchOf(r.Uint64N(9000), r.Uint64N(3000), 1+r.Uint64N(5000)))
					fill(t, a, byte(1+w))
					live = append(live, a)
					if i%4 == 0 {
						must(t, m.AddActions(a.Blocks()[0].Addr, Action{Call{Addr: 1}, Call{Addr: 2}}))
					}
					if i%5 > 0 {
						must(t, a.Finalize(ctx))
						b := a.Blocks()[0]
						if b.Mem[0] != byte(1+w) || !f.executed(b.Addr, b.Mem) {
							t.Errorf("the executor has not %d bytes at %#x", len(b.Mem), b.Addr)
						}
					}
					if i%100 == 0 {
						must(t, m.Trim(context.Background()))
						_ = m.Stats()
					}
				}
				for len(live) > 0 {
					drop(0)
				}
			})
		}
		group.Wait()
		must(t, m.Trim(context.Background()))
		if st := m.Stats(); st != (Stats{}) {
			t.Errorf("all is released: %+v", st)
		}
		ones, twos := 0, 0
		for _, s := range f.log {
			ones, twos = ones+len(s)*2-len(strings.ReplaceAll(s, "1", ""))-len(s), twos+len(s)-len(strings.ReplaceAll(s, "2", ""))
		}
		if ones == 0 || ones != twos {
			t.Errorf("%d finalize and %d dealloc calls", ones, twos)
		}
	}
}
