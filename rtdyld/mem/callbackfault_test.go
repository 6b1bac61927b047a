package mem

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// given is a program's own memory, in each of the forms that this package takes it in.
type given struct {
	insidetest.Hooks
	live int
}

func (g *given) block(ctx context.Context, verb string, size uint64) (rtdyld.Block, error) {
	if err := g.Call(ctx, verb); err != nil {
		return rtdyld.Block{}, err
	}
	g.live++
	return rtdyld.Block{Mem: make([]byte, size), Addr: 0x1000}, nil
}

func (g *given) AllocateCodeSection(ctx context.Context, size, _ uint64, _ objfmt.SectionID, _ string) (rtdyld.Block, error) {
	return g.block(ctx, "AllocateCode", size)
}

func (g *given) AllocateDataSection(ctx context.Context, size, _ uint64, _ objfmt.SectionID, _ string, _ bool) (rtdyld.Block, error) {
	return g.block(ctx, "AllocateData", size)
}

func (g *given) FinalizeMemory(ctx context.Context, _ []rtdyld.Block) error {
	return g.Call(ctx, "Finalize")
}

// ReleaseMemory takes all back, and fails then.
func (g *given) ReleaseMemory(ctx context.Context, blocks []rtdyld.Block) error {
	g.live -= len(blocks)
	return g.Call(ctx, "Destroy")
}

func (g *given) AllocateTLSSection(ctx context.Context, size, _ uint64, _ string) (TLSSection, error) {
	b, err := g.block(ctx, "AllocateTLS", size)
	return TLSSection{Image: b.Mem}, err
}

func (g *given) ReleaseTLSSection(ctx context.Context, _ TLSSection) error {
	return g.ReleaseMemory(ctx, make([]rtdyld.Block, 1))
}

// lifeOf allocates, finalizes and releases.
func (g *given) lifeOf(ctx context.Context, m rtdyld.MemoryManager) error {
	a, err := m.Allocate(ctx, batchOf(10, 20, 30))
	if err != nil {
		return err
	}
	defer func() {
		if a != nil { // finalizing has panicked
			_ = a.Release(ctx)
		}
	}()
	err = a.Finalize(ctx)
	x := a
	a = nil
	return errors.Join(err, x.Release(ctx))
}

// forms are a life of each form, with the callbacks that it has.
var forms = []struct {
	callbacks reflect.Type
	life      func(g *given, ctx context.Context) error
}{
	{reflect.TypeFor[Callbacks](), func(g *given, ctx context.Context) error {
		code := func(ctx context.Context, r rtdyld.Request) (rtdyld.Block, error) {
			return g.block(ctx, "AllocateCode", r.Size)
		}
		data := func(ctx context.Context, r rtdyld.Request, _ bool) (rtdyld.Block, error) {
			return g.block(ctx, "AllocateData", r.Size)
		}
		m, err := NewCallbacks(Callbacks{code, data, g.FinalizeMemory, g.ReleaseMemory})
		if err != nil {
			return err
		}
		return g.lifeOf(ctx, m)
	}},
	{reflect.TypeFor[Sections](), func(g *given, ctx context.Context) error {
		m, err := NewSections(g)
		if err != nil {
			return err
		}
		return g.lifeOf(ctx, m)
	}},
	{reflect.TypeFor[TLSSections](), func(g *given, ctx context.Context) error {
		p, err := NewTLSSections(g)
		if err != nil {
			return err
		}
		b, err := p.Define(ctx, rtdyld.TLSRequest{Size: 8, Align: 8})
		if err != nil {
			return err
		}
		return b.Release(ctx)
	}},
}

// callbackNames are what hooks call them.
var callbackNames = map[string]string{
	"AllocateCode": "AllocateCode", "AllocateCodeSection": "AllocateCode", "AllocateData": "AllocateData", "AllocateDataSection": "AllocateData",
	"Finalize": "Finalize", "FinalizeMemory": "Finalize", "Destroy": "Destroy", "ReleaseMemory": "Destroy",
	"AllocateTLSSection": "AllocateTLS", "ReleaseTLSSection": "Destroy",
}

// TestCallbackFaults has each call of each callback of a program's own memory fail, panic, or find its context ended: the error, or the panic, says
// so, and all that was given is taken back. A callback that is not in the table fails the test.
func TestCallbackFaults(t *testing.T) {
	for _, f := range forms {
		for _, c := range insidetest.Callbacks(f.callbacks) {
			name := callbackNames[c.Name[strings.IndexByte(c.Name, '.')+1:]]
			if name == "" || !c.Error || !c.Context {
				t.Errorf("%s has no case", c.Name)
				continue
			}
			for _, kind := range []string{"error", "panic", "context"} {
				for k, calls := 0, 1; k < calls; k++ {
					t.Run(fmt.Sprintf("%s/%s/%d", c.Name, kind, k), func(t *testing.T) {
						calls = max(calls, callbackFault(t, f.life, kind, name, k))
					})
				}
			}
		}
	}
}

// callbackFault has call k of a callback go wrong, and returns how many there are.
func callbackFault(t *testing.T, life func(*given, context.Context) error, kind, name string, k int) (calls int) {
	g := &given{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	made := g.Spoil(name, kind, k, errFake, cancel)
	err := caught(func() error { return life(g, ctx) })
	if *made == 0 {
		t.Error("it was not called")
	}
	if kind != "context" && !errors.Is(err, errFake) || kind == "context" && err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if g.live != 0 {
		t.Errorf("%d blocks are left", g.live)
	}
	return *made
}
