package mem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// farAway is an executor, and a runner of actions, that has hooks and no memory.
type farAway struct {
	insidetest.Hooks
	next    uint64
	done    int // finalize calls that no dealloc call has followed
	ids     InitID
	live    map[InitID]bool
	reserve map[uint64]bool
}

func (x *farAway) Traits() Traits { return Traits{Page: 4096, Unit: 16} }

func (x *farAway) Reserve(ctx context.Context, size uint64, _ Placement, _ *os.File) (Range, error) {
	if err := x.Call(ctx, "Reserve"); err != nil {
		return Range{}, err
	}
	x.next += 1 << 20
	x.reserve[x.next] = true
	return Range{x.next, size}, nil
}

func (x *farAway) Initialize(ctx context.Context, _ Initialization) (InitID, error) {
	if err := x.Call(ctx, "Initialize"); err != nil {
		return 0, err
	}
	x.ids++
	x.live[x.ids] = true
	return x.ids, nil
}

// Deinitialize ends them in any case, as Release does.
func (x *farAway) Deinitialize(ctx context.Context, ids ...InitID) error {
	for _, id := range ids {
		delete(x.live, id)
	}
	return x.Call(ctx, "Deinitialize")
}

func (x *farAway) Release(ctx context.Context, bases ...uint64) error {
	for _, b := range bases {
		delete(x.reserve, b)
	}
	clear(x.live) // there is one at a time
	return x.Call(ctx, "Release")
}

// run is a Runner: the address says what is done.
func (x *farAway) run(ctx context.Context, c Call) error {
	if c.Addr == 2 {
		x.done--
	}
	if err := x.Call(ctx, "Runner"); err != nil {
		return err
	}
	if c.Addr == 1 {
		x.done++
	}
	return nil
}

// closable is a mapper that can be closed.
type closable interface {
	Mapper
	Close() error
}

// mapperKinds are mappers that call something.
var mapperKinds = []struct {
	callbacks reflect.Type
	open      func(x *farAway) (closable, *core, error)
}{
	{reflect.TypeFor[Executor](), func(x *farAway) (closable, *core, error) {
		m, err := NewStreamed(x, MapperConfig{})
		if err != nil {
			return nil, nil, err
		}
		return m, &m.core, nil
	}},
	{reflect.TypeFor[MapperConfig](), func(x *farAway) (closable, *core, error) {
		m, err := NewInProcess(MapperConfig{Runner: x.run, NoExec: true})
		if err != nil {
			return nil, nil, err
		}
		return m, &m.core, nil
	}},
}

// mapOnce has memory come and go: by Deinitialize, and with its reservation, which goes in any case.
func mapOnce(ctx context.Context, m Mapper) (err error) {
	at, err := m.Reserve(ctx, 4096, Placement{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Release(ctx, at.Addr)) }()
	for _, ends := range []bool{true, false} {
		b, err := m.Prepare(ctx, at.Addr, 4096)
		if err != nil {
			return err
		}
		id, err := m.Initialize(ctx, Initialization{
			Segments: []Segment{{Addr: at.Addr, Size: 4096, Mem: b, Kind: objfmt.KindReadOnly}},
			Actions:  []Action{{Call{Addr: 1}, Call{Addr: 2}}, {Call{Addr: 1}, Call{Addr: 2}}},
		})
		if err == nil && ends {
			err = m.Deinitialize(ctx, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestMapperFaults has each call of an executor, and of a runner of actions, fail, panic, or find its context ended: the error, or the panic, says
// so, all finalize calls that were made are undone, and the mapper goes on, with nothing left. A callback that is not in the table fails the test.
func TestMapperFaults(t *testing.T) {
	for _, of := range mapperKinds {
		for _, c := range insidetest.Callbacks(of.callbacks) {
			name := c.Name[strings.IndexByte(c.Name, '.')+1:]
			if name == "Traits" { // which is constant
				continue
			}
			for _, kind := range []string{"error", "panic", "context"} {
				for k, calls := 0, 1; k < calls; k++ {
					t.Run(fmt.Sprintf("%s/%s/%d", c.Name, kind, k), func(t *testing.T) {
						x := &farAway{live: map[InitID]bool{}, reserve: map[uint64]bool{}}
						m, in, err := of.open(x)
						if errors.Is(err, objfmt.ErrUnsupported) && runtime.GOOS != "linux" {
							t.Skip(err)
						}
						must(t, err)
						calls = max(calls, x.fault(t, m, kind, name, k))
						x.Fail = nil
						insidetest.Hang(t, "what comes after", func() {
							if in.inits.live() != 0 || in.used != 0 || in.busy != 0 || x.done != 0 || len(x.live) != 0 {
								t.Errorf("%d initializations, %d bytes, %d calls, %d actions, %d elsewhere are left", in.inits.live(), in.used, in.busy, x.done, len(x.live))
							}
							must(t, mapOnce(t.Context(), m))
							must(t, m.Close())
						})
					})
				}
			}
		}
	}
}

// fault has call k go wrong, and returns how many there are.
func (x *farAway) fault(t *testing.T, m Mapper, kind, name string, k int) (calls int) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	made := x.Spoil(name, kind, k, errFake, cancel)
	err := caught(func() error { return mapOnce(ctx, m) })
	if *made == 0 {
		t.Error("it was not called")
	}
	if kind != "context" && !errors.Is(err, errFake) || kind == "context" && err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	return *made
}
