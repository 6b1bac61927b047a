package mem

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// counted has the calls of a host counted that change pages.
func counted(sys *system, n *int) {
	count := func(f func([]byte, prot) error) func([]byte, prot) error {
		return func(b []byte, p prot) error { *n++; return f(b, p) }
	}
	sys.protect, sys.reveal = count(sys.protect), count(sys.reveal)
	discard, punch, own := sys.discard, sys.punch, sys.own
	sys.discard = func(b []byte) error { *n++; return discard(b) }
	sys.punch = func(f *os.File, off, size uint64) error { *n++; return punch(f, off, size) }
	sys.own = func(b []byte) error { *n++; return own(b) }
	if write := sys.write; write != nil {
		sys.write = func(over, contents []byte) error { *n++; return write(over, contents) }
	}
}

// TestSmallObjectAllocs: memory for a small object, from Allocate to Release, costs one allocation, with pages that it shares another for what is linked
// elsewhere, and little more than the two system calls that protect or write
// code and constants, or one if the constants are unwind tables, in a manager of this process's own. Behind a mapper it is four allocations: what it is,
// what is to be initialized and what was, the blocks that are shown afterwards; with pages that have two addresses no system call, if those where they are written
// stay writable.
func TestSmallObjectAllocs(t *testing.T) {
	reqs := []rtdyld.Request{{Kind: objfmt.KindCode, Size: 100, Align: 16}, {Kind: objfmt.KindReadOnly, Size: 50, Align: 8}, {Kind: objfmt.KindWritable, Size: 1, Align: 1}}
	for _, c := range []struct {
		name         string
		dual, keep   bool
		joined       bool
		tables       bool
		allocs, most float64
	}{
		{"apart", false, false, false, false, 1, 2.2}, {"apart, constants with code", false, false, true, false, 1, 1.2}, {"apart, unwind tables", false, false, false, true, 1, 1.2},
		{"own", false, false, false, false, 2, 2.2}, {"own, constants with code", false, false, true, false, 2, 1.2}, {"own, unwind tables", false, false, false, true, 2, 1.2},
		{"dual-mapped", true, false, false, false, 4, 4.1}, {"dual-mapped, constants with code", true, false, true, false, 4, 2.1},
		{"dual-mapped, unwind tables", true, false, false, true, 4, 2.1}, {"dual-mapped, writable", true, true, false, false, 4, 0.1},
	} {
		cfg := Config{ConstantsWithCode: c.joined, PagesApart: strings.HasPrefix(c.name, "apart")}
		reqs := slices.Clone(reqs)
		reqs[1].Tables = c.tables
		sys, err := sharingSystem(true)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		counted(sys, &calls)
		m, err := newManager(cfg, sys)
		if c.dual {
			var d *DualMapped
			if d, err = newDualMapped(MapperConfig{KeepWritable: c.keep}, sys); err == nil {
				defer d.Close()
				m, err = NewManager(d, cfg)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		ctx := context.Background()
		life := func() {
			a, err := m.Allocate(ctx, reqs)
			if err == nil {
				clear(a.Blocks()[0].Mem)
				err = a.Finalize(ctx)
			}
			if err == nil {
				err = a.Release(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 2000 {
			life()
		}
		calls = 0
		allocs := testing.AllocsPerRun(2000, life)
		each := float64(calls) / 2001
		t.Logf("%s: %v allocations, %.2f system calls", c.name, allocs, each)
		if allocs > c.allocs && !raceEnabled {
			t.Errorf("%s: %v allocations, want at most %v", c.name, allocs, c.allocs)
		}
		if each > c.most {
			t.Errorf("%s: %.2f system calls, want at most %v", c.name, each, c.most)
		}
	}
}
