package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// objects keeps what it is told of.
type objects struct {
	engine.Ignore
	mu   sync.Mutex
	seen map[string][]byte
}

func (o *objects) Compiled(m *engine.Module, object *objfmt.ObjectBuffer, _ bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen[m.Name()] = bytes.Clone(object.Bytes())
}

func (o *objects) names() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var names []string
	for name := range o.seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestStamp: what the engine compiles has the signature of its source, for listeners and for the
// cache, which is told of name, module and signature. An object of another signature is not taken
// from a cache, one without is.
func TestStamp(t *testing.T) {
	s := &store{m: map[compiler.Key][]byte{}}
	var told []error
	run := func(compiled int64) *objects {
		t.Helper()
		told = nil
		o := &objects{seen: map[string][]byte{}}
		r := newRig(t, engine.Config{Cache: s, Listeners: []engine.Listener{o}, CacheError: func(_ *engine.Module, err error) { told = append(told, err) }})
		for _, name := range []string{"a", "b"} {
			src := &compiler.Source{Name: name + ".c", Text: []byte("def " + name)}
			if _, err := r.Add(t.Context(), engine.Input{Name: "module " + name, Source: src}); err != nil {
				t.Fatal(err)
			}
			r.lookup(name)
		}
		if c := r.asm.compiled.Load(); c != compiled {
			t.Errorf("%d are compiled, want %d", c, compiled)
		}
		return o
	}
	o := run(2)
	if len(told) != 0 || len(s.asked) != 2 {
		t.Fatalf("%d entries, errors %v", len(s.asked), told)
	}
	for i, name := range []string{"a", "b"} {
		e := s.asked[i]
		if e.Name != name+".c" || e.Module != "module "+name || e.Signature.Compiler != "asm" || e.Signature.Key() != e.Key {
			t.Errorf("the cache is asked for %+v", e)
		}
		for _, obj := range [][]byte{s.m[e.Key], o.seen["module "+name]} {
			if got, ok, err := compiler.ReadStamp(obj); !ok || err != nil || got.Key() != e.Key || got.Name != e.Name {
				t.Errorf("stamp of %s: %+v, %v, %v", name, got, ok, err)
			}
		}
	}
	a, b := s.asked[0].Key, s.asked[1].Key
	s.m[a], s.m[b] = s.m[b], s.m[a]
	if run(2); len(told) != 2 || !errors.Is(told[0], compiler.ErrSignature) || !strings.Contains(told[0].Error(), "stamp of b.c") {
		t.Errorf("objects of others: %v", told)
	}
	s.m[a] = object("def a")
	if run(0); len(told) != 0 {
		t.Errorf("an object without a stamp: %v", told)
	}
}

// TestChange: listeners come and go, and caches are changed, while an engine runs.
func TestChange(t *testing.T) {
	first := &objects{seen: map[string][]byte{}}
	r := newRig(t, engine.Config{Listeners: []engine.Listener{first}})
	use := func(name string) {
		t.Helper()
		r.add(name, "def "+name)
		r.lookup(name)
	}
	use("a")
	later := &objects{seen: map[string][]byte{}}
	remove := r.AddListener(later)
	again := r.AddListener(later)
	s := &store{m: map[compiler.Key][]byte{}}
	r.SetCache(s)
	use("b")
	remove()
	remove()
	use("c")
	again()
	r.SetCache(nil)
	use("d")
	if first.names() != "a b c d" || later.names() != "b c" || len(s.m) != 2 || s.gets != 2 {
		t.Errorf("the first listener is told of %s, the later of %s, the cache of %d, %d", first.names(), later.names(), s.gets, len(s.m))
	}
	var n atomic.Int64
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for k := range 25 {
				name := fmt.Sprintf("f%d_%d", i, k)
				own := &objects{seen: map[string][]byte{}}
				remove := r.AddListener(own)
				r.SetCache([]compiler.ObjectCache{nil, s}[k%2])
				if _, err := r.Add(t.Context(), engine.Input{Name: name, Source: &compiler.Source{Text: []byte("def " + name)}}); err != nil {
					t.Error(err)
				}
				if _, err := r.Lookup(t.Context(), name); err != nil {
					t.Error(err)
				}
				remove()
				own.mu.Lock()
				if own.seen[name] != nil {
					n.Add(1)
				}
				own.mu.Unlock()
			}
		})
	}
	wg.Wait()
	if n.Load() != 100 {
		t.Errorf("%d of 100 listeners were told of what they waited for", n.Load())
	}
}

// TestRequests: a memory manager is told for which module it gives memory, and the program's value of it;
// for objects, members of archives, what is compiled and what is cached, in one block and by section.
func TestRequests(t *testing.T) {
	s := &store{m: map[compiler.Key][]byte{}}
	lib := &objgen.Ar{Members: []objgen.ArMember{{Name: "m.o", Data: object("def member")}}}
	for _, bySection := range []bool{false, true, true} {
		cfg := engine.Config{Cache: s}
		cfg.Linker.BySection = bySection
		r := newRig(t, cfg)
		want := map[*engine.Module]any{}
		for name, in := range map[string]engine.Input{
			"object": {Object: object("def object\nref source"), User: "mine"}, "member": {Archive: lib.Bytes(), User: 7},
			"source": {Source: &compiler.Source{Text: []byte("def source\nref object")}, User: &lib}, "nobody": {Object: object("def nobody")},
		} {
			in.Name = name
			m, err := r.Add(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if want[m] = in.User; m.User() != in.User {
				t.Errorf("%s: user %v", name, m.User())
			}
		}
		for m := range want {
			r.lookup(m.Name())
		}
		seen := map[*engine.Module]bool{}
		for _, q := range r.mem.reqs {
			m, ok := q.Module.(*engine.Module)
			if !ok || slices.Contains([]string{"object", "nobody"}, q.Object) && q.Object != m.Name() || q.User != want[m] {
				t.Errorf("%s: module %v, user %v", q.Object, ok, q.User)
			}
			seen[m] = true
		}
		if len(seen) != len(want) {
			t.Errorf("requests for %d of %d modules", len(seen), len(want))
		}
	}
}
