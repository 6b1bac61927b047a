package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestAnyMoment: whenever the context of a big Load, Resolve, Finalize or Unload ends, the call succeeds, or fails with
// its error and all is as it was: names, objects, memory. So it is beside others that wait for it, whose
// contexts end, too.
func TestAnyMoment(t *testing.T) {
	img := manyNames(t)
	f := &objgen.ELF{Is64: true, Machine: 62}
	f.AddSymbol(objgen.ELFSymbol{Name: "base", Bind: 1})
	f.AddRelocs(f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 1<<21)}), true, make64(1<<16))
	imgs := []*objfmt.ObjectImage{img, parse(t, "relocs.o", f.Bytes())}
	m := &memory{}
	r := newRig(t, rtdyld.Config{Memory: m, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1234}, true })})
	r.load("base", "comdat_1")
	if err := r.Finalize(t.Context()); err != nil { // so that none of them uses what is loaded later
		t.Fatal(err)
	}
	state := func() string { s, _, _ := strings.Cut(r.Dump(), " near "); return s } // where memory is asked for is nothing to undo
	before, live := state(), m.live
	rnd := rand.New(rand.NewPCG(15, 12))
	start := time.Now()
	whole := func(ctx context.Context) error { // an error, or nothing is left of it, either
		objs, err := r.Load(ctx, imgs...)
		if err != nil {
			return err
		}
		err = r.Resolve(ctx, objs...)
		if err == nil {
			err = r.Finalize(ctx, objs...)
		}
		if err == nil {
			if err = r.Unload(ctx, objs...); err == nil {
				return nil
			}
		}
		for _, o := range objs { // it failed for the context, and may be tried again
			if e := r.Unload(context.Background(), o); e != nil && !errors.Is(e, rtdyld.ErrUnloaded) {
				return fmt.Errorf("%w: Unload: %w", err, e)
			}
		}
		return err
	}
	if err := whole(t.Context()); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	rounds := 12
	if !citest.Sample() {
		rounds = 100
	}
	for i := range rounds {
		var calls sync.WaitGroup
		for range 1 + i%3 {
			ctx, cancel := context.WithCancel(t.Context())
			late := time.AfterFunc(time.Duration(rnd.Int64N(int64(took))), cancel)
			calls.Go(func() {
				defer late.Stop()
				if err := whole(ctx); err != nil && (!errors.Is(err, context.Canceled) || errors.Is(err, rtdyld.ErrUnloaded)) && !errors.Is(err, rtdyld.ErrDuplicate) {
					t.Errorf("round %d: %v", i, err)
				}
			})
		}
		calls.Wait()
		r.unload() // waits for what takes names back
		if after := state(); after != before {
			t.Fatalf("round %d: after:\n%.2000s\nbefore:\n%s", i, after, before)
		}
		insidetest.Hang(t, "the release of what was loaded", func() { // it may be behind the caller's back
			for m.allocations() != live {
				time.Sleep(100 * time.Microsecond)
			}
		})
	}
}

// TestCloseBehind: Close waits until what is taken back behind the back of a Load whose context ended is released.
func TestCloseBehind(t *testing.T) {
	img := manyNames(t)
	m := &memory{going: func() { time.Sleep(10 * time.Millisecond) }}
	r := newRig(t, rtdyld.Config{Memory: m})
	ctx, cancel := context.WithCancel(t.Context())
	m.place = func(int, rtdyld.Request) uint64 { cancel(); return 0 }
	if _, err := r.Load(ctx, img); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil || m.allocations() != 0 {
		t.Errorf("%v, %d allocations", err, m.allocations())
	}
}

// TestLockContext: who waits for an operation that has the lock returns when his context ends, whatever the other does, and
// the lock is whole afterwards.
func TestLockContext(t *testing.T) {
	img := manyNames(t)
	r := newRig(t, rtdyld.Config{})
	objs := r.load("base")
	if err := r.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	giveUp := r.Hold()
	for name, call := range map[string]func(context.Context) error{
		"Load":          func(ctx context.Context) error { _, err := r.Load(ctx, img); return err },
		"Resolve":       func(ctx context.Context) error { return r.Resolve(ctx) },
		"Finalize":      func(ctx context.Context) error { return r.Finalize(ctx) },
		"Unload":        func(ctx context.Context) error { return r.Unload(ctx, objs...) },
		"Made":          func(ctx context.Context) error { _, err := objs[0].MadeContext(ctx); return err },
		"Explain":       func(ctx context.Context) error { _, err := r.ExplainContext(ctx, "base"); return err },
		"DebugSections": func(ctx context.Context) error { _, err := objs[0].DebugSectionsContext(ctx, nil); return err },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		insidetest.Hang(t, name+" beside who holds the lock", func() {
			if err := call(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	loaded := make(chan error)
	go func() {
		_, err := r.Load(ctx, img)
		loaded <- err
	}()
	time.Sleep(time.Millisecond)
	giveUp()
	if err := <-loaded; err != nil {
		t.Error(err)
	}
}
