package engine_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestReplacedLate: the memory of what a Replace has replaced goes, whenever Close comes in between.
func TestReplacedLate(t *testing.T) {
	h := &hooks{elsewhere: true}
	cfg := h.config()
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	in := engine.Input{Name: "old", Object: object("def f"), Functions: []string{"f"}}
	m, err := e.Add(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Finalize(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	var replacing atomic.Bool
	ended := make(chan error, 1)
	h.At = func(_ context.Context, name string) {
		if name == "StorePointers" && replacing.CompareAndSwap(true, false) {
			go func() { ended <- e.Close() }()
			for _, err := e.Lookup(context.Background(), "f"); !errors.Is(err, engine.ErrClosed); _, err = e.Lookup(context.Background(), "f") {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(20 * time.Millisecond) // it closes what it finds
		}
	}
	replacing.Store(true)
	in.Name, in.Object = "new", object("def f\nref outside")
	if _, err := e.Replace(t.Context(), m, in); err != nil && !errors.Is(err, engine.ErrClosed) {
		t.Error(err)
	}
	if replacing.Load() {
		t.Fatal("stubs were not told of the new module")
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	eventually(t, "all memory is given back", func() bool { return h.allocations() == 0 })
}
