package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// idle is a caller that calls nothing: what is bound to it is linked, and does not run.
type idle struct{}

func (idle) Convention() *abi.Convention { return abi.SystemV() }
func (idle) Call(*abi.Frame)             {}

func (r *rig) function(name string) *engine.Func {
	r.t.Helper()
	f, err := r.Func(r.t.Context(), idle{}, name, abi.Signature{})
	if err != nil {
		r.t.Fatal(err)
	}
	return f
}

// loaded is a hook that says that something is loaded.
func loaded(f func()) func(context.Context, *engine.Module, []*rtdyld.Object) error {
	return func(context.Context, *engine.Module, []*rtdyld.Object) error { f(); return nil }
}

// fixed is a compiler that makes one object of all sources.
type fixed struct{ object []byte }

func (fixed) Signature(compiler.Source) compiler.Signature { return compiler.Signature{} }
func (fixed) Defines(context.Context, compiler.Source) ([]string, bool, error) {
	return nil, true, nil
}
func (c fixed) Compile(_ context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	return objfmt.NewBuffer(src.Name, c.object), nil
}

// eventually waits for what another goroutine brings about.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in two minutes not: %s", what)
		}
	}
}
