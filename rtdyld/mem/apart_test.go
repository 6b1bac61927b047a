package mem

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestApart: where code is not to run here, target addresses are handed out from low ones
// on, by themselves: they are the same each time, reach each other as those of one
// slab do, and no two blocks that live have one.
func TestApart(t *testing.T) {
	ctx := context.Background()
	open := func(cfg Config) *Manager {
		t.Helper()
		cfg.NoExec = true
		m, err := New(cfg)
		if errors.Is(err, objfmt.ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	give := func(m *Manager, reqs ...rtdyld.Request) rtdyld.Allocation {
		t.Helper()
		a, err := m.Allocate(ctx, reqs)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	const stripe = 4 << 20
	batch := []rtdyld.Request{
		{Kind: objfmt.KindCode, Size: stripe - 1000, Align: 16}, {Kind: objfmt.KindReadOnly, Size: 8, Align: 8},
		{Kind: objfmt.KindWritable, Size: 100, Align: 1 << 14},
	}
	var first []uint64
	for range 2 {
		m := open(Config{StripeSize: stripe})
		var all []rtdyld.Allocation
		var blocks []rtdyld.Block
		var addrs []uint64
		for range 5 { // a slab each
			a := give(m, batch...)
			all, blocks = append(all, a), append(blocks, a.Blocks()...)
		}
		for i, b := range blocks {
			b.Mem[0], b.Mem[len(b.Mem)-1] = byte(i+1), byte(i+1)
			addrs = append(addrs, b.Addr)
			if b.Addr < FirstAddr || b.Addr+uint64(len(b.Mem)) > FirstAddr+5*3*stripe || b.Addr%batch[i%3].Align != 0 {
				t.Errorf("block %d is at %#x", i, b.Addr)
			}
			for j, c := range blocks[:i] {
				if b.Addr < c.Addr+uint64(len(c.Mem)) && c.Addr < b.Addr+uint64(len(b.Mem)) {
					t.Errorf("blocks %d and %d overlap: %#x, %#x", j, i, c.Addr, b.Addr)
				}
			}
		}
		for i, b := range blocks {
			if b.Mem[0] != byte(i+1) {
				t.Errorf("block %d shares its memory", i)
			}
		}
		if first != nil && !slices.Equal(addrs, first) {
			t.Errorf("addresses are %x, were %x", addrs, first)
		}
		first = addrs
		for _, a := range all {
			if err := errors.Join(a.Finalize(ctx), a.Release(ctx)); err != nil {
				t.Error(err)
			}
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}

	// What must be low is, or is refused; what is to be near an address is.
	m := open(Config{StripeSize: stripe})
	low := rtdyld.Request{Kind: objfmt.KindCode, Size: 1, Align: 1, Low32: true}
	near := rtdyld.Request{Kind: objfmt.KindCode, Size: 1, Align: 1, Near: 0x7f12_3456_0000}
	var all []rtdyld.Allocation
	for range 3 {
		a, b := give(m, low), give(m, near)
		if at := a.Blocks()[0].Addr; at >= lowEnd {
			t.Errorf("%#x is not low", at)
		}
		if at := b.Blocks()[0].Addr; at > near.Near+reach || at < near.Near-reach {
			t.Errorf("%#x is not near", at)
		}
		all = append(all, a, b)
	}
	for _, a := range all {
		if err := a.Release(ctx); err != nil {
			t.Error(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}

	// There are 2 GiB of low addresses, less those of programs.
	m = open(Config{})
	low.Size = 1 << 30
	a := give(m, low)
	if _, err := m.Allocate(ctx, []rtdyld.Request{low}); !errors.Is(err, ErrNoSpace) {
		t.Errorf("twice 1 GiB: %v", err)
	}
	if err := a.Release(ctx); err != nil {
		t.Error(err)
	}
	if a = give(m, low); a.Blocks()[0].Addr >= lowEnd {
		t.Errorf("%#x is not low", a.Blocks()[0].Addr)
	}
	if err := errors.Join(a.Release(ctx), m.Close()); err != nil {
		t.Error(err)
	}
}
