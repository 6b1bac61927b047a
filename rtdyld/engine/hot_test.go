package engine_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestHotCalls: calls of functions behind stubs are counted, each by itself, up to a number; the call that comes to it tells of that once
// and goes to what took the module's place meanwhile.
func TestHotCalls(t *testing.T) {
	var stub func(_, number uint64) uint64
	var hot []string
	var r *rig
	in := func(name string) engine.Input {
		return engine.Input{Name: name, Object: object("def f\ndef g"), Functions: []string{"f", "g"}}
	}
	var old, faster *engine.Module
	r = newRig(t, engine.Config{
		Callback: func(f func(_, _ uint64) uint64) (uint64, error) { stub = f; return 1, nil },
		HotCalls: 3,
		OnHot: func(m *engine.Module, name string) {
			hot = append(hot, m.Name()+" "+name)
			if m != old {
				t.Errorf("%s is hot", m.Name())
			}
			var err error
			if faster, err = r.Replace(t.Context(), m, in("faster")); err != nil {
				t.Error(err)
			}
		},
	})
	old, err := r.Add(t.Context(), in("slow"))
	if err != nil {
		t.Fatal(err)
	}
	call := func(name string) uint64 { return stub(0, engine.Number(r.Engine, name)) }
	first := call("f")
	if first == 0 || call("f") != first || call("g") == first || len(hot) != 0 {
		t.Errorf("%#x, %q", first, hot)
	}
	for range 4 { // these know the engine, and are none of the stub's
		if _, err := r.function("f").Call(); err != nil {
			t.Error(err)
		}
	}
	if to := call("f"); to == first || len(hot) != 1 || hot[0] != "slow f" || faster == nil {
		t.Fatalf("%q", hot)
	}
	if call("f") == first {
		t.Error("a call goes to what was replaced")
	}
	for range 5 { // calls that were on their way
		call("f")
		call("g")
	}
	if len(hot) != 1 {
		t.Errorf("%q", hot)
	}
	if old.State() != engine.Removed {
		t.Error(old.State())
	}
}
