package heed

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
)

// TestPiece: the pieces are all numbers in order, with a look between two of them; a context that ends
// is told before the next piece.
func TestPiece(t *testing.T) {
	for _, n := range []int{0, 1, Every - 1, Every, Every + 1, 3*Every + 5} {
		ctx, next := heedtest.Endless(), 0
		for lo := 0; lo < n; lo += Every {
			hi, err := Piece(ctx, lo, n)
			if err != nil || lo != next || hi <= lo || hi-lo > Every {
				t.Fatalf("of %d: %d to %d after %d, %v", n, lo, hi, next, err)
			}
			next = hi
		}
		if next != n || ctx.Seen() != max(0, (n-1)/Every) {
			t.Errorf("of %d: ends at %d after %d looks", n, next, ctx.Seen())
		}
	}
	ctx := heedtest.EndsAfter(1)
	for lo, want := range []error{nil, nil, context.Canceled} {
		if _, err := Piece(ctx, lo*Every, 10*Every); !errors.Is(err, want) {
			t.Errorf("piece %d: %v", lo, err)
		}
	}
}

// TestCount: a look after each so many items or bytes, none before.
func TestCount(t *testing.T) {
	ctx := heedtest.Endless()
	var items, size Count
	for range 3*Every - 1 {
		if items.Items(ctx, 1) != nil {
			t.Fatal("ended")
		}
	}
	if size.Bytes(ctx, Bytes-1); ctx.Seen() != 2 {
		t.Errorf("%d looks", ctx.Seen())
	}
	if err := size.Bytes(heedtest.EndsAfter(0), 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestBudget: what is spent beyond it is refused, and looks come before.
func TestBudget(t *testing.T) {
	ctx := heedtest.Endless()
	b := NewBudget(3 * Bytes)
	for i := range 3 * Bytes / 1024 {
		if err := b.Spend(ctx, 1024); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if ctx.Seen() != 2 || b.Spend(ctx, 1) != ErrSpent {
		t.Errorf("%d looks", ctx.Seen())
	}
	if b = NewBudget(0); b.Spend(ctx, 0) != nil || b.Spend(ctx, 1) != ErrSpent {
		t.Error("a budget of nothing")
	}
	b = NewBudget(3 * Bytes)
	if err := b.Spend(heedtest.EndsAfter(0), Bytes+1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestSameResults: HasRun, Copy, Clone, Grow, Equal, Sort and SortStable do what they are named after.
func TestSameResults(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		b := make([]byte, rnd.IntN(4*Bytes))
		for i := range b {
			b[i] = byte(rnd.IntN(4))
		}
		other := slices.Clone(b)
		if len(b) > 0 && rnd.IntN(2) == 0 {
			other[rnd.IntN(len(b))] = 9
		}
		if eq, err := Equal(heedtest.Endless(), b, other); err != nil || eq != bytes.Equal(b, other) {
			t.Fatalf("Equal of %d bytes: %t, %v", len(b), eq, err)
		}
		if eq, _ := Equal(heedtest.Endless(), b, append(other, 0)); eq {
			t.Fatal("Equal of one byte more")
		}
		at := rnd.IntN(len(b) + 1)
		long := b[at:min(len(b), at+rnd.IntN(300))]
		copy(long, bytes.Repeat([]byte{1}, len(long)))
		for _, n := range []int{3, 50, 100, 1024} {
			if got, err := HasRun(heedtest.Endless(), b, n); err != nil || got != bin.HasRun(b, n) {
				t.Fatalf("HasRun of %d bytes, %d: %t, %v", len(b), n, got, err)
			}
		}
		dst := make([]byte, rnd.IntN(4*Bytes))
		want := slices.Clone(dst)
		copy(want, b)
		if err := Copy(heedtest.Endless(), dst, b); err != nil || !bytes.Equal(dst, want) {
			t.Fatalf("Copy of %d to %d bytes: %v", len(b), len(dst), err)
		}
		words := make([]int, rnd.IntN(3*Every))
		for i := range words {
			words[i] = rnd.IntN(1000)
		}
		sorted := slices.Sorted(slices.Values(words))
		if own, err := Clone(heedtest.Endless(), words); err != nil || !slices.Equal(own, words) {
			t.Fatalf("Clone of %d: %v", len(words), err)
		}
		room := rnd.IntN(2 * Every)
		if grown, err := Grow(heedtest.Endless(), words[:len(words):len(words)], room); err != nil || !slices.Equal(grown, words) || cap(grown) < len(words)+room {
			t.Fatalf("Grow of %d by %d: %d of %d, %v", len(words), room, len(grown), cap(grown), err)
		}
		pairs := make([][2]int, len(words))
		for i, w := range words {
			pairs[i] = [2]int{w % 10, i}
		}
		err := SortStable(heedtest.Endless(), pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
		if err != nil || !slices.IsSortedFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
			t.Fatalf("SortStable of %d: %v", len(pairs), err)
		}
		if err := Sort(heedtest.Endless(), words, cmp.Compare[int]); err != nil || !slices.Equal(words, sorted) {
			t.Fatalf("Sort of %d: %v", len(words), err)
		}
	}
}

// TestEnd: each ends soon after the look that finds the context ended.
func TestEnd(t *testing.T) {
	end := func() *heedtest.Looks { return heedtest.EndsAfter(0) }
	b := make([]byte, 8*Bytes)
	if _, err := HasRun(end(), b, 1024); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	dst := make([]byte, len(b))
	b[2*Bytes] = 1
	if err := Copy(end(), dst, b); !errors.Is(err, context.Canceled) || dst[2*Bytes] != 0 {
		t.Error(err)
	}
	if _, err := Clone(end(), b); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if same, err := Grow(end(), b[:len(b):len(b)], 1); !errors.Is(err, context.Canceled) || &same[0] != &b[0] {
		t.Error(err)
	}
	if _, err := Equal(end(), b, slices.Clone(b)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	words, compared := rand.New(rand.NewPCG(1, 2)).Perm(100*Every), 0
	err := Sort(end(), words, func(a, b int) int { compared++; return cmp.Compare(a, b) })
	if !errors.Is(err, context.Canceled) || compared > Every {
		t.Errorf("%d comparisons, %v", compared, err)
	}
}
