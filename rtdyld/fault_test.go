package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// callbacks are all that a linker calls, each with the names by which hooks tell of it.
var callbacks = map[string][]string{
	"MemoryManager.Allocate":    {"Allocate", "Allocate stubs"},
	"Allocation.Blocks":         {"Blocks", "Blocks stubs"},
	"Allocation.Finalize":       {"Finalize", "Finalize stubs"},
	"Allocation.Release":        {"Release", "Release stubs"},
	"Reserver.Reserve":          {"Reserve"},
	"LoadNotifier.NotifyLoaded": {"NotifyLoaded"},
	"Resolver.Resolve":          {"Resolve"},
	"Config.Origin":             {"Origin"},
	"Config.Reasons":            {"Reasons"},
	"Config.Fixed":              {"Fixed"},
	"Unwinder.Formats":          {"Formats"},
	"Unwinder.Register":         {"Register"},
	"Unwinder.Deregister":       {"Deregister"},
	"TLSProvider.Define":        {"Define"},
	"TLSBlock.Module":           {"Module"},
	"TLSBlock.DTPOffset":        {"DTPOffset"},
	"TLSBlock.TPOffset":         {"TPOffset"},
	"TLSBlock.Initialize":       {"Initialize"},
	"TLSBlock.Release":          {"Release thread-locals"},
	"Initializer.Init":          {"Init"},
	"Initializer.Fini":          {"Fini"},
	"Config.ReadMemory":         {"ReadMemory"},
	"Listener.Finalized":        {"Finalized"},
	"Listener.Unloading":        {"Unloading"},
	"Config.Logger":             {"Log"},
	"ImageMapper.MapImage":      nil, // see TestMapImagePanics
	"Config.Library":            nil, // as above
	"Recorder.Configure":        nil, // see TestRecorderPanics
}

// onlyNew are those that New alone calls.
var onlyNew = []string{"Formats"}

var errFault = errors.New("the callback cannot")

// TestFaults has each call of each callback fail, panic, or find its context ended: the error says so, nothing is left
// behind, and the linker goes on. A callback that is not in the table fails the test.
func TestFaults(t *testing.T) {
	known := map[string]bool{}
	for _, c := range insidetest.Callbacks(reflect.TypeFor[rtdyld.Config]()) {
		hooks, ok := callbacks[c.Name]
		known[c.Name] = true
		if !ok {
			t.Errorf("%s has no case", c.Name)
		}
		for _, name := range hooks {
			if slices.Contains(onlyNew, name) {
				continue
			}
			t.Run(name, func(t *testing.T) { testFaults(t, c, name) })
		}
	}
	for name := range callbacks {
		if !known[name] {
			t.Errorf("there is no callback %s", name)
		}
	}
}

// faultKinds are ways in which a call of a callback goes wrong.
var faultKinds = []string{"error", "panic", "context"}

func testFaults(t *testing.T, c insidetest.Callback, name string) {
	calls := 0
	s := newScene(t)
	s.h.Fail = func(_ context.Context, at string) error {
		if at == name {
			calls++
		}
		return nil
	}
	if err := s.whole(t.Context()); err != nil {
		t.Fatal(err)
	}
	if calls == 0 {
		t.Fatal("it was not called")
	}
	for _, kind := range faultKinds {
		if kind == "error" && !c.Error {
			continue
		}
		for k := range calls {
			t.Run(fmt.Sprintf("%s/%d", kind, k), func(t *testing.T) { testFault(t, kind, name, k) })
		}
	}
}

// whole is Life with all questions.
func (s *scene) whole(ctx context.Context) error {
	objs, err := s.Load(ctx, images(s.t, "direct")...)
	if err != nil {
		return err
	}
	if err = s.Resolve(ctx, objs...); err == nil {
		s.Explain("fun")
	}
	if err := errors.Join(err, s.Unload(ctx, objs...), s.Life(ctx)); err != nil {
		return err
	}
	for _, name := range []string{"base", "__dso_handle"} {
		s.Explain(name)
	}
	return nil
}

// state is all that a linker and its callbacks have.
func (s *scene) state() string {
	z := s.Sizes()
	return fmt.Sprintf("%s\nnames %d pending %d canonical %d copies %d imports %d allocations %d bytes %d blocks of thread-locals %d unwind tables %d",
		strings.Split(s.Dump(), "near")[0], z.Names, z.Pending, z.Canonical, z.Copies, z.Imports, s.h.mem.live, s.h.mem.used, s.h.tls.live, s.h.frames.Load())
}

// testFault has call k of a callback go wrong.
func testFault(t *testing.T, kind, name string, k int) {
	s := newScene(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before := s.state()
	s.h.Spoil(name, kind, k, errFault, cancel)
	caught, err := s.caught(ctx)
	switch kind {
	case "error":
		if !errors.Is(err, errFault) || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		} else if slices.Contains(strings.Split(err.Error(), "\n"), errFault.Error()) {
			t.Error("the error does not say what was done, and with which object")
		}
	case "panic":
		if caught != errFault {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	case "context":
		if err != nil && !errors.Is(err, context.Canceled) || caught != nil {
			t.Errorf("error is %v, panic %v", err, caught)
		}
	}
	s.h.Fail = nil
	insidetest.Hang(t, "what comes after", func() { s.after(t, before) })
}

// caught is whole with what it panics with.
func (s *scene) caught(ctx context.Context) (caught any, err error) {
	defer func() { caught = recover() }()
	return nil, s.whole(ctx)
}

// after unloads what is there yet, and expects the linker as it was, and that it works.
func (s *scene) after(t *testing.T, before string) {
	s.Read("after")
	for _, o := range s.Objects() {
		if slices.Contains(s.base, o) {
			continue
		}
		if err := s.Unload(t.Context(), o); err != nil && !errors.Is(err, rtdyld.ErrInUse) && !errors.Is(err, rtdyld.ErrUnloaded) {
			t.Errorf("Unload afterwards: %v", err)
		}
	}
	var rest []*rtdyld.Object
	for _, o := range s.Objects() {
		if !slices.Contains(s.base, o) {
			rest = append(rest, o)
		}
	}
	if err := s.Unload(t.Context(), rest...); err != nil {
		t.Errorf("Unload of the rest: %v", err)
	}
	if now := s.state(); now != before {
		t.Errorf("left:\n%s\nbefore:\n%s", now, before)
	}
	if err := s.whole(t.Context()); err != nil {
		t.Errorf("the linker does not work any more: %v", err)
	}
	if now := s.state(); now != before {
		t.Errorf("left by what came then:\n%s\nbefore:\n%s", now, before)
	}
}

// ends are what takes all objects away.
var ends = []struct {
	name string
	end  func(s *scene, ctx context.Context) error
}{
	{"close", func(s *scene, _ context.Context) error { return s.Close() }},
	{"detached", func(s *scene, ctx context.Context) error {
		fail := s.h.Fail
		s.h.Fail = nil
		d, err := s.Detach(ctx, s.Objects()...)
		if err != nil {
			return err
		}
		s.h.Fail = fail
		return d.Release(ctx)
	}},
}

// TestCloseFaults: whatever goes wrong in a call that Close, or Release of what is detached, makes, the others are made, and all is released.
func TestCloseFaults(t *testing.T) {
	for _, name := range []string{"Deregister", "Unloading", "Release", "Release stubs", "Release thread-locals"} {
		for _, kind := range faultKinds[:2] {
			if kind == "error" && name == "Unloading" {
				continue
			}
			for _, e := range ends {
				for k, calls := 0, 1; k < calls; k++ {
					t.Run(fmt.Sprintf("%s/%s/%s/%d", e.name, name, kind, k), func(t *testing.T) {
						calls = max(calls, closeFault(t, e.end, kind, name, k))
					})
				}
			}
		}
	}
}

// closeFault has call k of a callback in an end go wrong, and returns how many there are.
func closeFault(t *testing.T, end func(*scene, context.Context) error, kind, name string, k int) (calls int) {
	s := newScene(t)
	objs, err := s.Load(t.Context(), images(t, "tls", "direct", "user")...)
	if err == nil {
		err = s.Finalize(t.Context(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.h.Fail = func(_ context.Context, at string) error {
		if at == name {
			calls++
		}
		if at != name || calls != k+1 {
			return nil
		}
		if kind == "panic" {
			panic(errFault)
		}
		return errFault
	}
	caught, err := func() (caught any, err error) {
		defer func() { caught = recover() }()
		return nil, end(s, t.Context())
	}()
	if kind == "error" && !errors.Is(err, errFault) || kind == "panic" && caught != errFault {
		t.Errorf("error is %v, panic %v", err, caught)
	}
	if s.h.mem.live != 0 || s.h.tls.live != 0 || s.h.frames.Load() != 0 {
		t.Errorf("%d allocations, %d blocks of thread-locals, %d unwind tables are left", s.h.mem.live, s.h.tls.live, s.h.frames.Load())
	}
	return calls
}

// islandLife has two objects get stubs by address, twice, and go.
func islandLife(ctx context.Context, l *rtdyld.Linker, imgs []*objfmt.ObjectImage) error {
	objs, err := l.Load(ctx, imgs...)
	for range 2 {
		if err == nil {
			err = l.Resolve(ctx, objs...)
		}
	}
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err == nil {
		err = l.Unload(ctx, objs...)
	}
	return err
}

// TestIslandFaults is TestFaults for the memory of stubs that are placed by address.
func TestIslandFaults(t *testing.T) {
	file := elfFile(183, func(f *objgen.ELF) {
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8), Align: 4})
		f.AddRelocs(text, true, []objgen.ELFReloc{{Sym: f.AddSymbol(objgen.ELFSymbol{Name: "fun", Bind: 1}), Type: 283}})
	})[0]
	imgs := []*objfmt.ObjectImage{parse(t, "a.o", file), parse(t, "b.o", file)}
	for _, name := range []string{"Allocate", "Blocks", "Finalize", "Release"} {
		for _, kind := range faultKinds {
			if kind == "error" && name == "Blocks" {
				continue
			}
			calls := islandFault(t, imgs, kind, name, never)
			if calls < 3 {
				t.Errorf("%s is called %d times", name, calls)
			}
			for k := range calls {
				t.Run(fmt.Sprintf("%s/%s/%d", name, kind, k), func(t *testing.T) { islandFault(t, imgs, kind, name, k) })
			}
		}
	}
}

// never is the number of a call that is not made.
const never = -1

// islandFault has call k of a callback go wrong, and returns how many there are.
func islandFault(t *testing.T, imgs []*objfmt.ObjectImage, kind, name string, k int) (calls int) {
	h := &hooks{}
	l, err := rtdyld.New(rtdyld.Config{Memory: h, Resolver: h, Stubs: rtdyld.StubsByAddress, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	made := h.Spoil(name, kind, k, errFault, cancel)
	var caught any
	insidetest.Hang(t, "life", func() {
		defer func() { caught = recover() }()
		err = islandLife(ctx, l, imgs)
	})
	switch {
	case *made <= k:
		t.Error("it was not called")
	case k == never && err == nil:
	case kind == "error" && !errors.Is(err, errFault), kind == "panic" && caught != errFault, kind == "context" && err != nil && !errors.Is(err, context.Canceled):
		t.Errorf("error is %v, panic %v", err, caught)
	}
	h.Fail = nil
	insidetest.Hang(t, "what comes after", func() {
		if objs := l.Objects(); len(objs) > 0 {
			if err := l.Resolve(t.Context()); err != nil {
				t.Error(err)
			}
			if err := l.Unload(t.Context(), objs...); err != nil {
				t.Error(err)
			}
		}
		if h.mem.live != 0 {
			t.Errorf("%d allocations are left", h.mem.live)
		}
		if err := errors.Join(islandLife(t.Context(), l, imgs), l.Close()); err != nil {
			t.Error(err)
		}
	})
	h.mem.check(t)
	return *made
}
