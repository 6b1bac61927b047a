//go:build linux && amd64

package host

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// faulty is a memory manager of which one call goes wrong. It counts what is allocated.
type faulty struct {
	rtdyld.MemoryManager
	name  string // of the call
	call  int    // its number, from 0
	panic bool
	seen  map[string]int
	live  int
}

var errFault = errors.New("the memory manager cannot")

// fails counts a call.
func (f *faulty) fails(name string) error {
	n := f.seen[name]
	f.seen[name]++
	if name != f.name || n != f.call {
		return nil
	}
	if f.panic {
		panic(errFault)
	}
	return errFault
}

type faultyAllocation struct {
	rtdyld.Allocation
	f *faulty
}

// Allocate implements [rtdyld.MemoryManager].
func (f *faulty) Allocate(ctx context.Context, rs []rtdyld.Request) (rtdyld.Allocation, error) {
	if err := f.fails("Allocate"); err != nil {
		return nil, err
	}
	a, err := f.MemoryManager.Allocate(ctx, rs)
	if err != nil {
		return nil, err
	}
	f.live++
	return &faultyAllocation{a, f}, nil
}

// Finalize implements [rtdyld.Allocation].
func (a *faultyAllocation) Finalize(ctx context.Context) error {
	if err := a.f.fails("Finalize"); err != nil {
		return err
	}
	return a.Allocation.Finalize(ctx)
}

// Release implements [rtdyld.Allocation]: the memory goes in any case.
func (a *faultyAllocation) Release(ctx context.Context) error {
	a.f.live--
	if err := a.Allocation.Release(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	return a.f.fails("Release")
}

// life opens a process for code of Windows, has names crossed to, makes a callback and closes it. What panics is an
// error of Close's or before that.
func (f *faulty) life(t *testing.T) (errs []error) {
	try := func(what string, g func() error) bool {
		var err error
		func() {
			defer func() {
				if p := recover(); p != nil {
					e, ok := p.(error)
					if !ok || !f.panic {
						panic(p)
					}
					err = e
				}
			}()
			err = g()
		}()
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", what, err))
		}
		return err == nil
	}
	var p *Process
	if !try("open", func() (err error) {
		p, err = Open(Config{Libraries: []string{"libm.so.6"}, Triple: windowsTarget, Memory: f})
		return err
	}) {
		return errs
	}
	for _, name := range []string{"puts", "cos", "puts"} {
		try("resolve", func() error {
			out := make([]rtdyld.Symbol, 1)
			err := p.cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: name}}, out)
			if err == nil && !out[0].Found {
				t.Errorf("%s is not found", name)
			}
			return err
		})
	}
	try("callback", func() error {
		_, err := p.Callback(func(a int32) int32 { return a })
		return err
	})
	try("close", p.Close)
	if err := p.Close(); !errors.Is(err, ErrClosed) {
		t.Errorf("closed again: %v", err)
	}
	return errs
}

// TestFaults has each call of each callback of Config fail and panic: the error, or the panic, says so, no memory is left, and the
// process goes on.
func TestFaults(t *testing.T) {
	base := open(t, Config{}).LinkerConfig().Memory
	all := &faulty{MemoryManager: base, seen: map[string]int{}}
	if errs := all.life(t); errs != nil || all.live != 0 {
		t.Fatal(errs, all.live)
	}
	cases := 0
	for name, calls := range all.seen {
		for i := range 2 * calls {
			f := &faulty{MemoryManager: base, seen: map[string]int{}, name: name, call: i / 2, panic: i%2 != 0}
			errs := f.life(t)
			if len(errs) != 1 || !errors.Is(errs[0], errFault) || f.live != 0 {
				t.Errorf("%s %d, panic %t: %v, %d allocations are left", name, f.call, f.panic, errs, f.live)
			}
			cases++
		}
	}
	if cases < 16 {
		t.Errorf("%d cases", cases)
	}
}
