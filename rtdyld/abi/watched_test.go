package abi

import (
	"sync"
	"testing"
)

// writing is a caller that touches frames where the race detector sees it.
type writing struct{ conv *Convention }

func (w writing) Convention() *Convention { return w.conv }
func (w writing) Call(f *Frame)           { f.Ret[0] = f.Reg[0] + f.Reg[1]; f.FloatRet = [2]uint64{} }

// TestWatchedCaller: with the race detector, a caller that fills frames in Go is not told
// of a race, however goroutines take turns on processors.
func TestWatchedCaller(t *testing.T) {
	add, err := Func2[uint64, uint64, uint64](writing{&systemV}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range uint64(8) {
		wg.Go(func() {
			for k := range uint64(2000) {
				if got := add(i, k); got != i+k {
					t.Errorf("%d + %d = %d", i, k, got)
				}
			}
		})
	}
	wg.Wait()
}
