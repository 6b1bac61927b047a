// Package heedtest has a context that counts who looks at it, for tests of work that ends soon
// after its context.
//
// Law: for tests alone; it knows nothing of the work.
package heedtest

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
)

// Looks is a context that ends when it has been looked at so many times: Err says that it is
// cancelled from then on, while Done is its parent's. It may be used concurrently.
type Looks struct {
	context.Context
	left int64
	seen atomic.Int64
}

// EndsAfter is a context that ends at the look that follows left others.
func EndsAfter(left int) *Looks { return &Looks{Context: context.Background(), left: int64(left)} }

// Endless is a context that counts looks and does not end.
func Endless() *Looks { return EndsAfter(math.MaxInt32) }

// Err implements [context.Context].
func (c *Looks) Err() error {
	if c.seen.Add(1) > c.left {
		return context.Canceled
	}
	return nil
}

// Seen is how many times it has been looked at.
func (c *Looks) Seen() int { return int(c.seen.Load()) }

// Left is how many looks do not find it ended.
func (c *Looks) Left() int { return int(c.left) }

// More is how many looks have found it ended.
func (c *Looks) More() int { return int(max(0, c.seen.Load()-c.left)) }

// Ended wants that what has ended with the context, and looked at it at most most times after
// that. What is for messages.
func (c *Looks) Ended(t testing.TB, what string, err error, most int) {
	t.Helper()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%s that ended at look %d: %v", what, c.left+1, err)
	}
	if more := c.More(); more > most {
		t.Errorf("%s that ended at look %d has looked %d times since", what, c.left+1, more)
	}
}
