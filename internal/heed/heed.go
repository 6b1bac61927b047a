// Package heed lets work that grows with its input end soon after its context does.
//
// Law: no loop goes over more than [Every] items, or [Bytes] bytes, without a look at the
// context, and a shorter one does not look at all: what is small costs nothing.
package heed

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

const (
	// Every is how many items (headers, symbols, records) are gone over between two looks: some
	// hundred microseconds.
	Every = 1 << 12
	// Bytes is how many bytes are read or copied between two looks, likewise.
	Bytes = 1 << 20
)

// Piece is where the piece of n items that begins with lo ends. So a loop over pieces goes over all:
//
//	for lo := 0; lo < n; lo += heed.Every {
//		hi, err := heed.Piece(ctx, lo, n)
//		if err != nil {
//			return err
//		}
//		for i := lo; i < hi; i++ {
//
// It looks at the context, whose error it returns, before all pieces but the first.
func Piece(ctx context.Context, lo, n int) (hi int, err error) {
	if lo > 0 {
		err = ctx.Err()
	}
	return min(n, lo+Every), err
}

// Count is how much has been done since the last look, where it is not known beforehand how much there is.
type Count uint64

// Items counts n items that have been gone over, and looks at the context if it is time. The
// error is the context's.
func (c *Count) Items(ctx context.Context, n uint64) error {
	if *c += Count(n); *c < Every {
		return nil
	}
	return c.look(ctx)
}

// Bytes counts bytes; a Count counts items or bytes, not both.
func (c *Count) Bytes(ctx context.Context, n uint64) error {
	if *c += Count(n); *c < Bytes {
		return nil
	}
	return c.look(ctx)
}

func (c *Count) look(ctx context.Context) error {
	*c = 0
	return ctx.Err()
}

// HasRun is [bin.HasRun]. The error is the context's.
func HasRun(ctx context.Context, b []byte, n int) (bool, error) {
	for most := Bytes / n * n; len(b) > most; b = b[most:] { // cut where HasRun cuts
		if bin.HasRun(b[:most], n) {
			return true, nil
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
	return bin.HasRun(b, n), nil
}

// Copy is the built-in copy. The error is the context's.
func Copy(ctx context.Context, dst, src []byte) error {
	if len(src) > Bytes {
		return copyLong(ctx, dst, src)
	}
	copy(dst, src)
	return nil
}

func copyLong(ctx context.Context, dst, src []byte) error {
	for len(src) > Bytes && len(dst) > Bytes {
		n := copy(dst[:Bytes], src)
		dst, src = dst[n:], src[n:]
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	copy(dst, src)
	return nil
}

// Clone is [slices.Clone], but never nil. The error is the context's.
func Clone[E any](ctx context.Context, s []E) ([]E, error) {
	own := make([]E, len(s))
	for lo := 0; lo < len(s); lo += Every {
		hi, err := Piece(ctx, lo, len(s))
		if err != nil {
			return own, err
		}
		copy(own[lo:hi], s[lo:])
	}
	return own, nil
}

// Grow is [slices.Grow]. The error is the context's; s is as it was then.
func Grow[E any](ctx context.Context, s []E, n int) ([]E, error) {
	if cap(s)-len(s) >= n || len(s) <= Every {
		return slices.Grow(s, n), nil
	}
	own := make([]E, 0, 2*len(s)+n)
	for lo := 0; lo < len(s); lo += Every {
		hi, err := Piece(ctx, lo, len(s))
		if err != nil {
			return s, err
		}
		own = append(own, s[lo:hi]...)
	}
	return own, nil
}

// Equal is [bytes.Equal]. The error is the context's.
func Equal(ctx context.Context, a, b []byte) (bool, error) {
	if len(a) != len(b) {
		return false, nil
	}
	for len(a) > Bytes {
		if !bytes.Equal(a[:Bytes], b[:Bytes]) {
			return false, nil
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		a, b = a[Bytes:], b[Bytes:]
	}
	return bytes.Equal(a, b), nil
}

// Sort is [slices.SortFunc]. After an error, which is the context's, s is in no order.
func Sort[E any](ctx context.Context, s []E, compare func(a, b E) int) error {
	return sort(ctx, s, compare, slices.SortFunc[[]E])
}

// SortStable is [slices.SortStableFunc], like Sort.
func SortStable[E any](ctx context.Context, s []E, compare func(a, b E) int) error {
	return sort(ctx, s, compare, slices.SortStableFunc[[]E])
}

func sort[E any](ctx context.Context, s []E, compare func(a, b E) int, by func([]E, func(a, b E) int)) error {
	if len(s) <= Every {
		by(s, compare)
		return nil
	}
	var done Count
	var err error
	by(s, func(a, b E) int {
		if err != nil {
			return 0 // all are equal, so that it has little left to do
		}
		err = done.Items(ctx, 1)
		return compare(a, b)
	})
	return err
}

// Budget is how many bytes of an untrusted file may be read, one by one or again and again.
type Budget struct {
	spent, soon, most uint64
}

// NewBudget is a budget of most bytes.
func NewBudget(most uint64) Budget { return Budget{soon: min(most, Bytes), most: most} }

// ErrSpent says that a budget is spent.
var ErrSpent = errors.New("budget is spent")

// Spend spends n bytes, and looks at the context if it is time. The error is [ErrSpent] or the
// context's.
func (b *Budget) Spend(ctx context.Context, n uint64) error {
	if b.spent += n; b.spent <= b.soon {
		return nil
	}
	return b.look(ctx)
}

// look is not inlined, so that Spend is.
//
//go:noinline
func (b *Budget) look(ctx context.Context) error {
	if b.spent > b.most {
		return ErrSpent
	}
	b.soon = min(b.most, b.spent+Bytes)
	return ctx.Err()
}
