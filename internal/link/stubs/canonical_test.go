package stubs_test

import (
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
)

// TestCanonical: a stub leads to its function, directly or through the GOT, a copy has
// room and as much alignment as the original shows, and addresses are those in the
// pieces.
func TestCanonical(t *testing.T) {
	for _, direct := range []bool{false, true} {
		c := stubs.Canonical{Arch: made(direct).Arch}
		targets := []stubs.Target{
			{Func: true, Addr: 0x123456}, {Addr: 0x1001, Size: 3}, {Addr: 0x1_0000, Size: 100}, {Func: true, Addr: 0x654321}, {Addr: 0x1008, Size: 8},
		}
		for _, x := range targets {
			if err := c.Add(x); err != nil {
				t.Fatal(err)
			}
		}
		mem := [stubs.NumCanonical][]byte{}
		for k := range c.Pieces {
			mem[k] = make([]byte, c.Pieces[k].Size)
			c.Pieces[k].Addr = uint64(k+1) << 32
		}
		if n := len(mem[stubs.CanonicalGOT]); (n == 0) != direct || len(mem[stubs.CanonicalCode]) != 16 {
			t.Errorf("direct %v: %d bytes of GOT, %d of stubs", direct, n, len(mem[stubs.CanonicalCode]))
		}
		end := uint64(0)
		for i, x := range targets {
			if err := c.WriteStub(i, mem[stubs.CanonicalCode], mem[stubs.CanonicalGOT]); err != nil {
				t.Fatal(err)
			}
			at, dst := c.Addr(i), c.Copy(i, mem[stubs.CanonicalData])
			if !x.Func {
				off := at - c.Pieces[stubs.CanonicalData].Addr
				if uint64(len(dst)) != x.Size || off < end || &dst[0] != &mem[stubs.CanonicalData][off] || at&(min(x.Addr&-x.Addr, 64)-1) != 0 {
					t.Errorf("direct %v: copy %d of %d bytes is at %#x", direct, i, len(dst), at)
				}
				end = off + x.Size
				continue
			}
			target := bin.Order{}.U64(mem[stubs.CanonicalCode][at-c.Pieces[stubs.CanonicalCode].Addr:]) >> 8
			if !direct {
				target = bin.Order{}.U64(mem[stubs.CanonicalGOT][target-c.Pieces[stubs.CanonicalGOT].Addr:])
			}
			if dst != nil || target != x.Addr {
				t.Errorf("direct %v: stub %d leads to %#x, want %#x", direct, i, target, x.Addr)
			}
		}
		if err := c.Add(stubs.Target{Addr: 8, Size: 1 << 63}); !errors.Is(err, place.ErrTooLarge) {
			t.Errorf("a copy larger than an address space: %v", err)
		}
	}
	far := stubs.Canonical{Arch: made(true).Arch}
	if err := far.Add(stubs.Target{Func: true, Addr: 1 << 60}); err != nil {
		t.Fatal(err)
	}
	if far.WriteStub(0, make([]byte, 8), nil) == nil {
		t.Error("a stub that does not reach is no error")
	}
}
