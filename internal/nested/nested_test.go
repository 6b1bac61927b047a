package nested

import (
	"context"
	"testing"
)

// deep calls f with many frames in between.
func deep(n int, f func()) {
	if n > 0 {
		deep(n-1, f)
		return
	}
	f()
}

// TestStack: who is called by way of a callback is found by its stack, however deep.
func TestStack(t *testing.T) {
	ctx := t.Context()
	for _, frames := range []int{0, 1, 60, 61, 62, 63, 64, 65, 1000} {
		in, out := false, false
		InCall.Call(func() { deep(frames, func() { in, out = InCall.Inside(ctx), InClaim.Inside(ctx) }) })
		if !in || out {
			t.Errorf("%d frames below: inside %v, inside another %v", frames, in, out)
		}
	}
	if InCall.Inside(ctx) || InClaim.Inside(ctx) {
		t.Error("they have returned")
	}
	InCall.Call(func() {
		done := make(chan bool)
		go func() { done <- InCall.Inside(ctx) }()
		if <-done {
			t.Error("another goroutine is inside")
		}
	})
}

// TestMark: who has the callback's context, or one made of it, is inside until the callback returns.
func TestMark(t *testing.T) {
	type other struct{}
	ctx := context.WithValue(t.Context(), other{}, 1)
	outer := InCall.Mark(ctx, nil)
	inner := InClaim.Mark(outer, nil)
	sub, cancel := context.WithCancel(inner)
	defer cancel()
	if !InCall.Inside(sub) || !InClaim.Inside(sub) || sub.Value(other{}) != 1 || InClaim.Inside(outer) {
		t.Error("inside neither, or both, or the value is lost")
	}
	inner.Leave()
	if !InCall.Inside(sub) || InClaim.Inside(sub) {
		t.Error("it has returned")
	}
	outer.Leave()
	if InCall.Inside(sub) {
		t.Error("both have returned")
	}
}

// TestRoom: a context of the program's is not kept in room, nor is room used twice.
func TestRoom(t *testing.T) {
	var room Mark
	if InCall.Mark(t.Context(), &room) == &room {
		t.Error("a context is kept")
	}
	if InCall.Mark(context.Background(), &room) != &room || InCall.Mark(context.Background(), &room) == &room {
		t.Error("room is not used, or twice")
	}
}

// TestAllocs: who looks allocates nothing, though functions on his stack are inlined.
func TestAllocs(t *testing.T) {
	ctx := context.Background()
	if n := testing.AllocsPerRun(10, func() { deep(3, func() { InClaim.Inside(ctx) }) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
