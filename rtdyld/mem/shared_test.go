package mem

import (
	"context"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// lyingExecutor is an executor that answers what it is told to.
type lyingExecutor struct {
	traits   Traits
	at       Range
	err      error
	released []uint64
	ended    []InitID
}

func (x *lyingExecutor) Traits() Traits { return x.traits }

func (x *lyingExecutor) Reserve(context.Context, uint64, Placement, *os.File) (Range, error) {
	return x.at, x.err
}

func (x *lyingExecutor) Initialize(context.Context, Initialization) (InitID, error) { return 77, x.err }

func (x *lyingExecutor) Deinitialize(_ context.Context, ids ...InitID) error {
	x.ended = append(x.ended, ids...)
	return x.err
}

func (x *lyingExecutor) Release(_ context.Context, bases ...uint64) error {
	x.released = append(x.released, bases...)
	return x.err
}

// TestExecutorLies: what no executor can have is not believed, and given back to it.
func TestExecutorLies(t *testing.T) {
	for _, tr := range []Traits{{}, {Page: 4096}, {Page: 4096, Unit: 8192}, {Page: 4095, Unit: 1}, {Page: 4096, Unit: 48}, {Page: 1 << 40, Unit: 16}} {
		if _, err := NewStreamed(&lyingExecutor{traits: tr}, MapperConfig{}); !errors.As(err, new(*RangeError)) {
			t.Errorf("%+v: %v", tr, err)
		}
	}
	x := &lyingExecutor{traits: Traits{Page: 4096, Unit: 16, Live: true}}
	m, err := NewStreamed(x, MapperConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if m.Traits() != (Traits{Page: 4096, Unit: 16}) {
		t.Errorf("traits: %+v", m.Traits())
	}
	ctx := t.Context()
	for _, at := range []Range{{0x10010, 8192}, {0x10000, 4096}, {^uint64(0) - 4095, 8192}} {
		x.at, x.released = at, nil
		if got, err := m.Reserve(ctx, 8192, Placement{}); !errors.As(err, new(*RangeError)) || len(x.released) != 1 || x.released[0] != at.Addr {
			t.Errorf("%+v: %+v, %v, released %#x", at, got, err, x.released)
		}
	}
	x.at, x.released = Range{0x10000, 8192}, nil
	if _, err := m.Reserve(ctx, 8192, Placement{}); err != nil {
		t.Fatal(err)
	}
	for _, addr := range []uint64{0xf000, 0x10000, 0x11000} { // overlapping
		x.at = Range{addr, 8192}
		if got, err := m.Reserve(ctx, 8192, Placement{}); !errors.As(err, new(*RangeError)) {
			t.Errorf("a second reservation at %#x: %+v, %v", addr, got, err)
		}
	}
	if len(x.released) != 0 {
		t.Errorf("%#x was released, which is another's", x.released)
	}
	if b, err := m.Prepare(ctx, 0x10000, 8192); err != nil || len(b) != 8192 {
		t.Errorf("prepare: %d bytes, %v", len(b), err)
	}
	if math.MaxInt == math.MaxInt32 {
		return // so much is not reserved from here
	}
	x.at = Range{0x100000000, 1 << 33}
	if _, err := m.Reserve(ctx, 1<<33, Placement{}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Prepare(ctx, 0x100000000, 1<<33); !errors.Is(err, ErrNoSpace) {
		t.Errorf("prepare 8 GiB that are sent: %v", err)
	}
}

// TestExecutorFails: whatever the executor's errors, what was here has gone.
func TestExecutorFails(t *testing.T) {
	x := &lyingExecutor{traits: Traits{Page: 4096, Unit: 16}, at: Range{0x10000, 8192}}
	m, err := NewStreamed(x, MapperConfig{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if _, err := m.Reserve(ctx, 8192, Placement{}); err != nil {
		t.Fatal(err)
	}
	init := func() (InitID, error) {
		b, err := m.Prepare(ctx, 0x10000, 100)
		if err != nil {
			t.Fatal(err)
		}
		return m.Initialize(ctx, Initialization{Segments: []Segment{{Addr: 0x10000, Size: 100, Mem: b, Kind: objfmt.KindCode}}})
	}
	x.err = errors.New("it is gone")
	if _, err := init(); !errors.Is(err, x.err) {
		t.Errorf("initialize: %v", err)
	}
	x.err = nil
	id, err := init()
	if err != nil || id == 77 {
		t.Errorf("initialize: %d, %v", id, err)
	}
	gone := errors.New("it is gone")
	x.err = gone
	if err := m.Deinitialize(ctx, id); !errors.Is(err, gone) || len(x.ended) != 1 || x.ended[0] != 77 {
		t.Errorf("deinitialize: %v, of %d", err, x.ended)
	}
	if err := m.Deinitialize(ctx, id); !errors.As(err, new(*IDError)) || errors.Is(err, gone) {
		t.Errorf("second deinitialize: %v", err)
	}
	if err := m.Release(ctx, 0x10000); !errors.Is(err, gone) {
		t.Errorf("release: %v", err)
	}
	if err := m.Release(ctx, 0x10000); !errors.As(err, new(*RangeError)) || errors.Is(err, gone) {
		t.Errorf("second release: %v", err)
	}
	if err := m.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}
