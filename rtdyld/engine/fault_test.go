package engine_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// faults are all that an engine calls, each with the name by which hooks tell of it. What its linker calls
// is tested there; what matters to an engine is here as well.
var faults = map[string]struct {
	hook  string
	apart bool   // its error fails nothing: it goes to CacheError, or nowhere
	named string // in a PanicError; empty: by the last word of the callback's name
}{
	"Compiler.Compile":          {hook: "Compile"},
	"Compiler.Defines":          {hook: "Defines"},
	"Compiler.Signature":        {hook: "Signature"},
	"Splitter.Split":            {hook: "Split"},
	"Part.Source":               {hook: "Part"},
	"ObjectCache.Get":           {hook: "Get", apart: true},
	"ObjectCache.Put":           {hook: "Put", apart: true},
	"Config.CacheError":         {hook: "CacheError"},
	"Config.OnLoaded":           {hook: "OnLoaded"},
	"Config.Callback":           {hook: "Callback"},
	"StubSupport.StubResolver":  {hook: "StubResolver"},
	"StubSupport.StorePointers": {hook: "StorePointers"},
	"Config.OnFailed":           {hook: "OnFailed"},
	"Config.OnHot":              {hook: "OnHot"},
	"Config.Logger":             {hook: "Log", named: "LogAttrs"},
	"Listener.Compiled":         {hook: "Compiled"},
	"Listener.Loaded":           {hook: "Loaded"},
	"Listener.Finalized":        {hook: "Finalized"},
	"Listener.Removing":         {hook: "Removing"},
	"linker's Allocate":         {hook: "Allocate"},
	"linker's Blocks":           {hook: "Blocks", apart: true},
	"linker's Finalize":         {hook: "Finalize"},
	"linker's Release":          {hook: "Release"},
	"linker's Loaded":           {hook: "NotifyLoaded", named: "NotifyLoaded"},
	"linker's Init":             {hook: "Init"},
	"linker's Fini":             {hook: "Fini"},
	"linker's Resolve":          {hook: "Resolve"},
	"linker's Finalized":        {hook: "Finalized below", apart: true},
	"linker's Unloading":        {hook: "Unloading below", apart: true},
	"linker's own blocks":       {hook: "Allocate stubs", named: "Allocate"},
	"linker's own Blocks":       {hook: "Blocks stubs", apart: true},
	"linker's own fields":       {hook: "Finalize stubs", named: "Finalize"},
}

// faultKinds are ways in which a call of a callback goes wrong. A panic may be on a goroutine of the engine's own, and is an error there, or on the caller's;
// most calls are on the caller's if his context cannot end.
var faultKinds = []string{"error", "context", "panic", "panic without a context", "end of the goroutine"}

var errFault = errors.New("the callback cannot")

// TestFaults has each call of each callback fail, panic, end its goroutine, or find its context ended: the error, or the panic, says so, modules can be
// removed, no memory is left, and the engine goes on. A callback that is not in the table fails the test.
func TestFaults(t *testing.T) {
	all := insidetest.Callbacks(reflect.TypeFor[engine.Config]())
	for name := range faults {
		if !slices.ContainsFunc(all, func(c insidetest.Callback) bool { return c.Name == name }) {
			if !strings.HasPrefix(name, "linker's ") {
				t.Errorf("there is no callback %s", name)
			}
			all = append(all, insidetest.Callback{Name: name, Context: true, Error: !faults[name].apart})
		}
	}
	own := 0 // panics that were errors
	for _, c := range all {
		f, ok := faults[c.Name]
		if !ok {
			t.Errorf("%s has no case", c.Name)
			continue
		}
		t.Run(f.hook, func(t *testing.T) {
			x := fault{name: f.hook, callback: cmp.Or(f.named, c.Name[strings.LastIndexAny(c.Name, ". ")+1:]), apart: f.apart}
			for i, calls := range x.count(t) {
				x.life = i
				for _, x.kind = range faultKinds {
					for x.call = range calls {
						if x.kind != "error" || c.Error {
							t.Run(fmt.Sprintf("%s/%s/%d", lives[i].name, x.kind, x.call), func(t *testing.T) {
								if x.happens(t) {
									own++
								}
							})
						}
					}
				}
			}
		})
	}
	if own == 0 && !t.Failed() {
		t.Error("no callback was called on a goroutine of the engine's own")
	}
}

// ofRemoval are called when a module goes.
var ofRemoval = []string{"Fini", "Removing", "Unloading below", "Release", "Log"}

// settled is how many allocations an engine keeps that has had stubs: one for base, one for the stubs, one for what returns 0.
const settled = 3

// fault is a call of a callback that goes wrong.
type fault struct {
	kind, name, callback string
	call                 int
	apart                bool
	life                 int // in lives
}

// lives are what goes on meanwhile.
var lives = []struct {
	name string
	live func(s *scene, ctx context.Context) error
}{
	{"modules", (*scene).Life},
	{"replace", (*scene).swap},
}

// count says how many calls there are in each of the lives.
func (x *fault) count(t *testing.T) (all []int) {
	calls := 0
	for i := range lives {
		s := newSceneFor(t, x.name)
		n := 0
		s.h.Fail = func(_ context.Context, at string) error {
			if at == x.name {
				n++
			}
			return nil
		}
		if err := lives[i].live(s, t.Context()); err != nil {
			t.Fatal(err)
		}
		calls += n
		all = append(all, n)
	}
	if calls == 0 {
		t.Fatal("it was not called")
	}
	return all
}

// swap replaces a module.
func (s *scene) swap(ctx context.Context) error {
	in := engine.Input{Name: "old", Functions: []string{"f"}, Source: &compiler.Source{Text: []byte("def f\nref outside\nref base")}}
	m, err := s.Add(ctx, in)
	if err == nil {
		_, err = s.function(ctx, "f")
	}
	if err != nil {
		return err
	}
	in.Name = "new"
	if m, err = s.Replace(ctx, m, in); err != nil {
		return err
	}
	return s.Remove(ctx, m)
}

// check reports what is wrong with an error of Life, or with what it panicked with. own says that a panic was an error.
func (x *fault) check(t *testing.T, s *scene, caught any, err error) (own bool) {
	var p *engine.PanicError
	switch {
	case err == nil && caught == nil && lives[x.life].name == "replace" && slices.Contains(ofRemoval, x.name): // of what was replaced
		if x.name != "Log" && x.kind != "end of the goroutine" && x.kind != "context" && s.h.errors.Load() == 0 {
			t.Error("there is no record of it")
		}
	case x.kind == "error" && x.apart:
		if err != nil || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	case x.kind == "error":
		if !errors.Is(err, errFault) || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	case x.kind == "context":
		if err != nil && !errors.Is(err, context.Canceled) || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	case x.kind == "end of the goroutine": // the error is of no type
	case caught != nil: // the caller's own
		if caught != errFault {
			t.Errorf("panic %v", caught)
		}
	case !errors.As(err, &p) || errors.Is(err, errFault):
		t.Errorf("error is %v", err)
	default:
		if p.Value != errFault || p.Callback[strings.LastIndexByte(p.Callback, '.')+1:] != x.callback || !strings.Contains(string(p.Stack), "insidetest.(*Hooks).Call") {
			t.Errorf("callback %s, value %v, stack\n%s", p.Callback, p.Value, p.Stack)
		}
		var m *engine.ModuleError
		if !errors.As(err, &m) && p.Callback != "Resolver.Resolve" { // which asks for a name
			t.Errorf("it does not say which module: %v", err)
		}
		for of := range s.Modules() {
			if failed := m != nil && of.Name() == m.Module && (m.Op == "compile" || m.Op == "load"); failed && (of.State() != engine.Failed || of.Err() == nil) {
				t.Errorf("%s is %v: %v", of.Name(), of.State(), of.Err())
			}
		}
		return true
	}
	return false
}

// caught goes through a life. It returns what that panics with, and is done on a goroutine that it may end.
func (x *fault) caught(ctx context.Context, s *scene) (caught any, err error) {
	var all sync.WaitGroup
	all.Go(func() {
		defer func() { caught = recover() }()
		err = lives[x.life].live(s, ctx)
	})
	all.Wait()
	return caught, err
}

// happens has it go wrong.
func (x *fault) happens(t *testing.T) (own bool) {
	s := newSceneFor(t, x.name)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if x.kind == "panic without a context" {
		ctx = context.WithoutCancel(ctx)
	}
	var seen atomic.Int64
	is := *x // x is another by the time that what goes on without its caller calls back
	s.h.Fail = func(_ context.Context, at string) error {
		if at != is.name || seen.Add(1) != int64(is.call+1) {
			return nil
		}
		switch is.kind {
		case "error":
			return errFault
		case "context":
			cancel()
			return nil
		}
		if is.kind == "end of the goroutine" {
			runtime.Goexit()
		}
		panic(errFault)
	}
	caught, err := x.caught(ctx, s)
	own = x.check(t, s, caught, err)
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
	})
	// A load that nobody waits for may give back only now what it has.
	eventually(t, fmt.Sprintf("%d allocations are left, as where nothing goes wrong", settled), func() bool { return s.h.allocations() == settled })
	return own
}
