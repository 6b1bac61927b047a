package rtdyld_test

import (
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestLookup: what is found says which object defines it, and errors say why nothing is.
func TestLookup(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	base := r.load("base")[0]
	user := r.load("user")[0]
	for _, o := range []interface {
		Lookup(string) (rtdyld.Symbol, error)
	}{r.Linker, base, user} {
		if s, err := o.Lookup("base"); err != nil || s.Object != base || !s.Found || !base.Contains(s.Addr) {
			t.Errorf("base is %+v, %v", s, err)
		}
		s, err := o.Lookup("nowhere")
		u, ok := errors.AsType[*rtdyld.UndefinedError](err)
		if !ok || s != (rtdyld.Symbol{}) || len(u.Symbols) != 1 || u.Symbols[0].Name != "nowhere" || !errors.Is(err, rtdyld.ErrUndefined) {
			t.Errorf("nowhere is %+v, %v", s, err)
		}
	}
	r.finalize()
	r.unload(user)
	if _, err := user.Lookup("base"); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("from an object that is unloaded: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, o := range []interface {
		Lookup(string) (rtdyld.Symbol, error)
	}{r.Linker, base} {
		if _, err := o.Lookup("base"); !errors.Is(err, rtdyld.ErrClosed) && !errors.Is(err, rtdyld.ErrUnloaded) {
			t.Errorf("from a linker that is closed: %v", err)
		}
	}
}
