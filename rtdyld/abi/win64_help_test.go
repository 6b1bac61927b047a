package abi_test

import (
	"math"
	"runtime"
	"testing"
	"unsafe"
)

func f64(f float64) uint64 { return math.Float64bits(f) }
func fl(w uint64) float64  { return math.Float64frombits(w) }

// pin is the address of words for the time of the test.
func pin(t testing.TB, words []uint64) uint64 {
	var p runtime.Pinner
	p.Pin(&words[0])
	t.Cleanup(p.Unpin)
	return uint64(uintptr(unsafe.Pointer(&words[0])))
}
