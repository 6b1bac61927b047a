package abi

import (
	"reflect"
	"testing"
)

// TestBindAllocs: the Go function for a function of few arguments takes two allocations, in whatever way it is called: the gate in
// front of the caller, the closure. How functions of its type are called is known from the one before.
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
		if n := testing.AllocsPerRun(100, bind); n > 2 {
			t.Errorf("%s: %v allocations", conv.Name, n)
		}
	}
}

// TestKnown: what is known of a type is not taken for another type, another convention or a kind that is none.
func TestKnown(t *testing.T) {
	kinds := []Kind{Int8, Int32, Int64, Float32, Float64, Pointer, None}
	convs := []*Convention{SystemV(), AAPCS64()}
	for range 2 {
		for _, conv := range convs {
			for _, result := range kinds {
				for _, a := range kinds[:len(kinds)-1] {
					for _, params := range [][]Kind{nil, {a}, {a, Float64}, {Int8, a}} {
						sig := Signature{Params: params, Result: result}
						got, err := conv.prepare(sig)
						if err != nil {
							t.Fatal(err)
						}
						if want, err := conv.workOut(sig); err != nil || !reflect.DeepEqual(got, want) {
							t.Fatalf("%s: %v is called as %+v, want %+v, %v", conv.Name, sig, got, want, err)
						}
					}
				}
			}
			for _, sig := range []Signature{{Params: []Kind{None}}, {Params: []Kind{Int8, 200}}, {Result: 100}, {Params: []Kind{33}}} {
				if _, err := conv.prepare(sig); err == nil {
					t.Errorf("%v is no error", sig)
				}
			}
		}
	}
}
