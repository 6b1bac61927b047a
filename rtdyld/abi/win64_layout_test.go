package abi

import (
	"slices"
	"testing"
)

// TestWin64Layout: argument n takes register n, of whichever class, then the stack.
func TestWin64Layout(t *testing.T) {
	const i, f = Int64, Float64
	for _, c := range []struct {
		params []Kind
		at     []uint16 // below NumReg a register
		stack  int
	}{
		{nil, nil, 0},
		{[]Kind{i, i, i, i, i, i}, []uint16{0, 1, 2, 3, NumReg, NumReg + 1}, 2},
		{[]Kind{f, f, f, f, f}, []uint16{0, 1, 2, 3, NumReg}, 1},
		{[]Kind{i, f, i, f, i, f}, []uint16{0, 1, 2, 3, NumReg, NumReg + 1}, 2},
		{[]Kind{f, i}, []uint16{0, 1}, 0},
		{[]Kind{f, f, f, f, f, i, f, Int8, Float32}, []uint16{0, 1, 2, 3, NumReg, NumReg + 1, NumReg + 2, NumReg + 3, NumReg + 4}, 5},
	} {
		plan, _, stack, err := Win64().layout(Signature{Params: c.params})
		if err != nil {
			t.Fatal(err)
		}
		var at []uint16
		for _, p := range plan {
			if p.size != 0 {
				t.Errorf("%v: a place of %d bytes", c.params, p.size)
			}
			at = append(at, p.at)
		}
		if !slices.Equal(at, c.at) || stack != c.stack {
			t.Errorf("%v: places %v and %d words, want %v and %d", c.params, at, stack, c.at, c.stack)
		}
	}
}
