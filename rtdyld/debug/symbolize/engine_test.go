package symbolize_test

import (
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestEngine: an engine's modules are known from their first lookup until they are removed.
func TestEngine(t *testing.T) {
	data, err := os.ReadFile(compile(t, "scene.c", "gcc", "-g", "-O2"))
	if err != nil {
		t.Fatal(err)
	}
	s := symbolize.New()
	e, err := engine.New(engine.Config{Linker: rtdyld.Config{Memory: newMemory(0x10000000), Resolver: anywhere, Listeners: []rtdyld.Listener{s}}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.Add(t.Context(), engine.Input{Name: "scene", Object: data})
	if err != nil {
		t.Fatal(err)
	}
	if all := s.Locations(0, 1<<63, false); all != nil {
		t.Errorf("before the lookup: %v", all)
	}
	at, err := e.Lookup(t.Context(), "many")
	if err != nil {
		t.Fatal(err)
	}
	if l, ok := s.Symbolize(at.Addr); !ok || l.Symbol != "many" || l.Line != 36 || l.Object != "scene" {
		t.Errorf("%+v", l)
	}
	if err := e.Remove(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if l, ok := s.Symbolize(at.Addr); ok {
		t.Errorf("%+v", l)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}
