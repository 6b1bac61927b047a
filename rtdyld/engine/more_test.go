package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestArchive: of an archive those members are loaded that are needed, and what a weak
// reference asks for is not.
func TestArchive(t *testing.T) {
	a := &objgen.Ar{Members: []objgen.ArMember{
		{Name: "one.o", Data: object("def one\nref two")},
		{Name: "two.o", Data: object("def two")},
		{Name: "three.o", Data: object("def three")},
		{Name: "notes", Data: []byte("no object")},
	}}
	r := newRig(t, engine.Config{})
	m, err := r.Add(t.Context(), engine.Input{Name: "lib.a", Archive: a.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	r.add("main", "def main\nref one")
	r.lookup("main")
	var names []string
	for _, o := range m.Objects() {
		names = append(names, o.Name())
	}
	slices.Sort(names)
	if len(names) != 2 || !bytes.Contains([]byte(names[0]), []byte("one.o")) || !bytes.Contains([]byte(names[1]), []byte("two.o")) {
		t.Errorf("loaded are %q", names)
	}
	state(t, m, engine.Finalized)
	r.lookup("three")
	state(t, m, engine.Finalized)
	if n := len(m.Objects()); n != 3 {
		t.Errorf("%d objects", n)
	}
}

// store is a cache that can be spoilt.
type store struct {
	mu     sync.Mutex
	m      map[compiler.Key][]byte
	fail   error
	gets   int
	spoilt bool
	asked  []compiler.Entry
}

func (s *store) Get(_ context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gets++
	s.asked = append(s.asked, e)
	b, ok := s.m[e.Key]
	if s.fail != nil || !ok {
		return nil, false, s.fail
	}
	if s.spoilt {
		b = b[:len(b)/2]
	}
	return objfmt.NewBuffer("cached", b), true, nil
}

func (s *store) Put(_ context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		s.m[e.Key] = bytes.Clone(obj.Bytes())
	}
	return s.fail
}

// TestCache: what is cached is not compiled; a cache that fails or has something else
// costs no more than compiling.
func TestCache(t *testing.T) {
	s := &store{m: map[compiler.Key][]byte{}}
	run := func(compiled, told int64) {
		t.Helper()
		n := int64(0)
		r := newRig(t, engine.Config{Cache: s, CacheError: func(_ *engine.Module, err error) { n++ }})
		r.add("a", "def a\nref b")
		r.add("b", "def b")
		r.lookup("a")
		if c := r.asm.compiled.Load(); c != compiled || n != told {
			t.Errorf("%d compiled, %d errors; want %d, %d", c, n, compiled, told)
		}
	}
	run(2, 0)
	run(0, 0)
	s.spoilt = true
	run(2, 2)
	s.spoilt, s.fail = false, errors.New("no disk")
	run(2, 4) // each Get and Put
	s.fail = nil
	run(0, 0)
}

// TestOnLoaded: the hook stands between load and relocation, and its error takes the module
// away.
func TestOnLoaded(t *testing.T) {
	boom := errors.New("boom")
	r := newRig(t, engine.Config{OnLoaded: func(_ context.Context, m *engine.Module, objs []*rtdyld.Object) error {
		if m.Name() == "bad" {
			return boom
		}
		for _, s := range objs[0].Sections() {
			if s.Name == ".text" {
				return objs[0].MapSectionAddress(s.ID, 0x7f0000)
			}
		}
		return nil
	}})
	r.add("a", "def a")
	m := r.add("bad", "def ugly")
	if got := r.lookup("a"); got != 0x7f0000 {
		t.Errorf("a is at %#x", got)
	}
	if _, err := r.Lookup(t.Context(), "ugly"); !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
	state(t, m, engine.Failed)
	if n := len(r.Linker().Objects()); n != 1 {
		t.Errorf("%d objects are left", n)
	}
}

// constructors is an Initializer whose functions take a while.
type constructors struct {
	gate chan struct{}
	in   chan struct{} // gets a value when a function that takes a while begins, unless nil
	mu   sync.Mutex
	ran  []string
}

func (c *constructors) Init(_ context.Context, objs []*rtdyld.Object, _ []uint64) error {
	for _, o := range objs {
		if o.Name() == "slow" {
			if c.in != nil {
				c.in <- struct{}{}
			}
			<-c.gate
		}
		c.mu.Lock()
		c.ran = append(c.ran, o.Name())
		c.mu.Unlock()
	}
	return nil
}

func (c *constructors) Fini(context.Context, []*rtdyld.Object, []uint64) error { return nil }

// TestConstructors: a lookup does not return before the constructors have run, whichever call runs
// them, those of what it refers to first; one from inside can ask without waiting.
func TestConstructors(t *testing.T) {
	c := &constructors{gate: make(chan struct{}), in: make(chan struct{})}
	cfg := engine.Config{}
	cfg.Linker.Initializer = c
	r := newRig(t, cfg)
	r.add("slow", "def slow")
	r.add("user", "def user\nref slow")
	done := make(chan string, 3)
	look := func(name string) {
		if _, err := r.Lookup(t.Context(), name); err != nil {
			t.Error(err)
		}
		done <- name
	}
	go look("slow")
	<-c.in
	go look("slow")
	go look("user")
	if _, err := r.Lookup(engine.WithoutWait(t.Context()), "slow"); err != nil {
		t.Error(err)
	}
	select {
	case name := <-done:
		t.Errorf("%s is ready before its constructors have run", name)
	case <-time.After(30 * time.Millisecond):
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := r.Lookup(ctx, "slow"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	close(c.gate)
	for range 3 {
		<-done
	}
	if want := []string{"slow", "user"}; !slices.Equal(c.ran, want) {
		t.Errorf("ran %q", c.ran)
	}
}

// TestGoneWhileConstructed: memory does not go under a constructor; who waits for one is told
// when its module goes with the engine.
func TestGoneWhileConstructed(t *testing.T) {
	c := &constructors{gate: make(chan struct{}), in: make(chan struct{})}
	cfg := engine.Config{}
	cfg.Linker.Initializer = c
	r := newRig(t, cfg)
	m := r.add("slow", "def slow")
	done := make(chan error)
	look := func() {
		_, err := r.Lookup(t.Context(), "slow")
		done <- err
	}
	go look()
	<-c.in
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Remove(ended, m); !errors.Is(err, engine.ErrBusy) {
		t.Errorf("removed under a constructor: %v", err)
	}
	go look() // waits for the constructor or, if it comes late, finds nothing
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; !errors.Is(err, engine.ErrClosed) {
		t.Errorf("who waited is told %v", err)
	}
	close(c.gate)
	if err := <-done; !errors.Is(err, engine.ErrClosed) {
		t.Errorf("who ran it is told %v", err)
	}
}

// TestOutside: what no module has is asked of the resolver.
func TestOutside(t *testing.T) {
	cfg := engine.Config{}
	cfg.Linker.Resolver = rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x1234}, name == "outside"
	})
	r := newRig(t, cfg)
	r.add("a", "def a\nref outside")
	r.lookup("a")
	if got := r.lookup("outside"); got != 0x1234 {
		t.Errorf("outside is at %#x", got)
	}
	if _, err := r.Lookup(t.Context(), "nowhere"); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

// TestOrders: engine, images and manager go away in any order; what was detached stays.
func TestOrders(t *testing.T) {
	r := newRig(t, engine.Config{})
	m := r.add("a", "def a\nref b")
	b := r.add("b", "def b")
	r.lookup("a")
	if _, err := r.Detach(context.Background(), m); err == nil {
		t.Error("a module is detached without what it refers to")
	}
	d, err := r.Detach(context.Background(), m, b)
	if err != nil {
		t.Fatal(err)
	}
	state(t, m, engine.Removed)
	r.add("a", "def a")
	r.lookup("a")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if r.mem.live == 0 {
		t.Error("detached memory went with the engine")
	}
	if err := d.Release(t.Context()); err != nil {
		t.Error(err)
	}
	for _, err := range []error{r.Close(), r.Load(t.Context()), r.Remove(t.Context(), m)} {
		if err != nil && !errors.Is(err, engine.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
	if _, err := r.Lookup(t.Context(), "a"); !errors.Is(err, engine.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestCloseWhileLoading: an engine is closed while modules are compiled, loaded, looked up
// and removed; who is at work is told so.
func TestCloseWhileLoading(t *testing.T) {
	for k := range 50 {
		r := newRig(t, engine.Config{})
		for i := range 40 {
			text := fmt.Sprintf("def f%d\nref f%d", i, (i+1)%40)
			if i%2 == k%2 {
				r.add(fmt.Sprint("m", i), text)
			} else if _, err := r.Add(t.Context(), engine.Input{Name: fmt.Sprint("m", i), Object: object(text)}); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				for i := range 40 {
					_, err := r.Lookup(t.Context(), fmt.Sprint("f", (i*7+g)%40))
					if err != nil && !errors.Is(err, engine.ErrClosed) {
						t.Errorf("while closing: %v", err)
					}
				}
			})
		}
		time.Sleep(time.Duration(g.Add(37)%700) * time.Microsecond)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		wg.Wait()
	}
}

// TestGivenUp: Replace returns when its context ends while the new module is loaded; that is gone when what loads it returns,
// and the old one is in its place. A closed engine takes no functions.
func TestGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	on := make(chan struct{})
	cfg := engine.Config{Callback: func(func(_, _ uint64) uint64) (uint64, error) { return 1, nil }}
	cfg.OnLoaded = func(_ context.Context, m *engine.Module, _ []*rtdyld.Object) error {
		if m.Name() == "new" {
			cancel()
			<-on
		}
		return nil
	}
	r := newRig(t, cfg)
	in := func(name string) engine.Input {
		return engine.Input{Name: name, Object: object("def f"), Functions: []string{"f"}}
	}
	old, err := r.Add(t.Context(), in("old"))
	if err != nil {
		t.Fatal(err)
	}
	live := r.mem.live // stubs
	if _, err := r.Replace(ctx, old, in("new")); !errors.Is(err, context.Canceled) {
		t.Errorf("replace: %v", err)
	}
	close(on)
	eventually(t, "the new module's memory is given back", func() bool { return r.mem.allocations() == live })
	state(t, old, engine.Added)
	if n := len(slices.Collect(r.Modules())); n != 1 {
		t.Errorf("%d modules", n)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Add(t.Context(), in("late")); !errors.Is(err, engine.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// g makes the moments different.
var g atomic.Int64

// BenchmarkLookupNew is the cost of one new module beside those that are finalized: it
// does not depend on their number.
func BenchmarkLookupNew(b *testing.B) {
	for _, n := range []int{10, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			lookup := lookupNew(b.Context(), b, n)
			for b.Loop() {
				lookup()
			}
		})
	}
}

// lookupNew returns a function that adds, loads and removes a module in an engine with n others.
func lookupNew(ctx context.Context, tb testing.TB, n int) func() {
	e, err := engine.New(engine.Config{Linker: rtdyld.Config{Memory: &memory{}}})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { e.Close() })
	for i := range n {
		name := fmt.Sprint("f", i)
		if _, err := e.Add(tb.Context(), engine.Input{Name: name, Object: object("def " + name)}); err != nil {
			tb.Fatal(err)
		}
	}
	if err := e.Finalize(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	obj := object("def new\nref f3")
	return func() {
		m, err := e.Add(ctx, engine.Input{Name: "new", Object: obj})
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := e.Lookup(ctx, "new"); err != nil {
			tb.Fatal(err)
		}
		if err := e.Remove(ctx, m); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestAllocs: a module that comes, is loaded and goes costs some thirty-five allocations, however many others there are.
func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget")
	}
	for _, n := range []int{10, 1000} {
		if got := testing.AllocsPerRun(100, lookupNew(context.Background(), t, n)); got > 35 {
			t.Errorf("beside %d modules: %v allocations, want at most 35", n, got)
		} else {
			t.Logf("beside %d modules: %v allocations", n, got)
		}
	}
}
