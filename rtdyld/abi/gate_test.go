package abi

import (
	"errors"
	"testing"
)

// TestGate: whichever way a function is bound through a gate, it calls until the gate is shut and panics from then on.
func TestGate(t *testing.T) {
	refused := errors.New("refused")
	var names []string
	r := &recorder{conv: *SystemV(), ret: 7}
	g := NewGate(r, func(name string) error { names = append(names, name); return refused })
	if g.Convention() != r.Convention() || g.IsShut() {
		t.Fatal("the gate is not as its caller")
	}
	var set func(a int64) int64
	var slow func(a int8) int8
	if err := errors.Join(g.SetFunc("set", 0x10, &set), g.SetFunc("slow", 0x20, &slow)); err != nil {
		t.Fatal(err)
	}
	f0, err0 := Func0[int64](g, 0x30)
	f5, err5 := Func5[int8, float32, uint16, bool, int64, int64](g, 0x40)
	b, errB := Bind(g, Signature{Params: []Kind{Int64}, Result: Int64}, 0x50)
	if err := errors.Join(err0, err5, errB); err != nil {
		t.Fatal(err)
	}
	calls := []struct {
		addr uint64
		call func() int64
	}{
		{0x10, func() int64 { return set(1) }},
		{0x20, func() int64 { return int64(slow(1)) }},
		{0x30, f0},
		{0x40, func() int64 { return f5(1, 2, 3, true, 4) }},
		{0x50, func() int64 { w, _ := b.Call([]uint64{1}); return int64(w) }},
		{0x60, func() int64 { f := &Frame{Addr: 0x60}; g.Call(f); return int64(f.Ret[0]) }},
	}
	for _, c := range calls {
		if got := c.call(); got != 7 || r.last.Addr != c.addr {
			t.Errorf("%#x: %d, called %#x", c.addr, got, r.last.Addr)
		}
	}
	if g.Shut() || !g.Shut() || !g.IsShut() {
		t.Error("it was not shut once")
	}
	r.last.Addr = 0
	for _, c := range calls {
		func() {
			defer func() {
				if e := recover(); e != refused {
					t.Errorf("%#x: panic %v", c.addr, e)
				}
			}()
			c.call()
		}()
	}
	if r.last.Addr != 0 || len(names) != len(calls) || names[0] != "set" || names[1] != "slow" || names[2] != "" {
		t.Errorf("called %#x, refused %q", r.last.Addr, names)
	}
}
