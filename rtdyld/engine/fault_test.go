package engine_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// faults are all that an engine calls, each with the name by which hooks tell of it. What its linker calls
// is tested there; two that matter to an engine are here as well.
var faults = map[string]struct {
	hook  string
	apart bool // its error fails nothing: it goes to CacheError
}{
	"Compiler.Compile":    {hook: "Compile"},
	"Compiler.Defines":    {hook: "Defines"},
	"Compiler.Signature":  {hook: "Signature"},
	"Splitter.Split":      {hook: "Split"},
	"Part.Source":         {hook: "Part"},
	"ObjectCache.Get":     {hook: "Get", apart: true},
	"ObjectCache.Put":     {hook: "Put", apart: true},
	"Config.CacheError":   {hook: "CacheError"},
	"Config.OnLoaded":     {hook: "OnLoaded"},
	"Config.Callback":     {hook: "Callback"},
	"Config.OnFailed":     {hook: ""}, // native code calls it, as TestLazyFails has it, and it returns nothing
	"Config.Logger":       {hook: "Log"},
	"Listener.Compiled":   {hook: "Compiled"},
	"Listener.Loaded":     {hook: "Loaded"},
	"Listener.Finalized":  {hook: "Finalized"},
	"Listener.Removing":   {hook: "Removing"},
	"linker's Allocate":   {hook: "Allocate"},
	"linker's Init":       {hook: "Init"},
	"linker's Fini":       {hook: "Fini"},
	"linker's Resolve":    {hook: "Resolve"},
	"linker's own blocks": {hook: "Allocate stubs"},
}

var errFault = errors.New("the callback cannot")

// TestFaults has each call of each callback fail, or find its context ended: the error says so, modules can be
// removed, no memory is left, and the engine goes on. A callback that is not in the table fails the test. One that
// panics ends the program, as most are called on goroutines of the engine's own.
func TestFaults(t *testing.T) {
	all := insidetest.Callbacks(reflect.TypeFor[engine.Config]())
	for name := range faults {
		if !slices.ContainsFunc(all, func(c insidetest.Callback) bool { return c.Name == name }) {
			if len(name) < 9 || name[:9] != "linker's " {
				t.Errorf("there is no callback %s", name)
			}
			all = append(all, insidetest.Callback{Name: name, Context: true, Error: true})
		}
	}
	for _, c := range all {
		f, ok := faults[c.Name]
		if !ok {
			t.Errorf("%s has no case", c.Name)
			continue
		}
		if f.hook == "" {
			continue
		}
		t.Run(f.hook, func(t *testing.T) {
			calls := 0
			s := newScene(t)
			s.h.Fail = func(_ context.Context, at string) error {
				if at == f.hook {
					calls++
				}
				return nil
			}
			if err := s.Life(t.Context()); err != nil {
				t.Fatal(err)
			}
			if calls == 0 {
				t.Fatal("it was not called")
			}
			for _, kind := range []string{"error", "context"} {
				for k := range calls {
					if kind != "error" || c.Error {
						t.Run(fmt.Sprintf("%s/%d", kind, k), func(t *testing.T) { testFault(t, kind, f.hook, k, f.apart, s.h.allocations()) })
					}
				}
			}
		})
	}
}

// testFault has call k of a callback go wrong.
func testFault(t *testing.T, kind, name string, k int, apart bool, settled int) {
	s := newScene(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var seen atomic.Int64
	s.h.Fail = func(_ context.Context, at string) error {
		if at != name || seen.Add(1) != int64(k+1) {
			return nil
		}
		if kind == "error" {
			return errFault
		}
		cancel()
		return nil
	}
	err := s.Life(ctx)
	if kind == "error" && !apart && !errors.Is(err, errFault) || kind == "error" && apart && err != nil || kind == "context" && err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	insidetest.Hang(t, "what comes after", func() {
		for engine.Left(s.Engine) > 0 { // a removal that goes on without its caller
			time.Sleep(time.Millisecond)
		}
		s.Read("after")
		for m := range s.Modules() {
			if m != s.base {
				if err := s.Remove(t.Context(), m); err != nil && !errors.Is(err, engine.ErrRemoved) {
					t.Errorf("Remove afterwards: %v", err)
				}
			}
		}
		if err := s.Life(t.Context()); err != nil {
			t.Errorf("the engine does not work any more: %v", err)
		}
		if live := s.h.allocations(); live != settled {
			t.Errorf("%d allocations, %d where nothing goes wrong", live, settled)
		}
	})
}
