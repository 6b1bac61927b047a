package abi

import "testing"

// TestBindAllocs: the Go function for a function of few arguments takes three allocations, in whatever way it is called: how that is, the gate in
// front of the caller, the closure.
func TestBindAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, conv := range []*Convention{SystemV(), Win64(), AAPCS64()} {
		c := &recorder{conv: *conv}
		bind := func() {
			if _, err := Func8[int32, float64, int8, uint64, float32, int32, float64, int64, int32](c, 1); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(100, bind); n > 3 {
			t.Errorf("%s: %v allocations", conv.Name, n)
		}
	}
}
