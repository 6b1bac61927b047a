package mem

import (
	"context"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestCloseContext: closing a manager whose slabs somebody else changes just now waits for no
// longer than the context allows, and may be tried again.
func TestCloseContext(t *testing.T) {
	m, err := New(Config{NoExec: true, StripeSize: 1 << 20})
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	m.gate <- struct{}{} // as an Allocate that gets a slab
	if err := m.CloseContext(over); !errors.Is(err, context.Canceled) {
		t.Errorf("close: %v", err)
	}
	m.mapper = new(fakeMapper) // Trim asks no more of it than that it is there
	if err := m.Trim(over); !errors.Is(err, context.Canceled) {
		t.Errorf("trim: %v", err)
	}
	m.mapper = nil
	m.leave()
	if err := m.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}
