//go:build linux && (amd64 || arm64) && !rtdyld_nolinkname

package host

import (
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
)

// TestCallCost: a call of loaded code costs little more than the runtime's part of it,
// which with the race detector is what the annotations of any call of C cost: those make
// cgo's calls five times as dear as without.
func TestCallCost(t *testing.T) {
	c := caller(t)
	add := abitest.Need(t, c).Addr("add")
	f, err := abi.Func2[int64, int64, int64](c, add)
	if err != nil {
		t.Fatal(err)
	}
	bare := &abi.Frame{Addr: add}
	least := func(f func()) time.Duration {
		d := time.Hour
		for range 50 {
			start := time.Now()
			for range 200 {
				f()
			}
			d = min(d, time.Since(start))
		}
		return d
	}
	ratio := 0.0
	for range 5 { // a machine that does much else may need several looks
		base, ours := least(func() { c.Call(bare) }), least(func() { f(1, 2) })
		ratio = float64(ours) / float64(base)
		t.Logf("bare call %v, bound call %v: %.2f times", base/200, ours/200, ratio)
		if ratio <= 2 {
			return
		}
	}
	t.Errorf("a call costs %.1f times what the runtime's part of it does", ratio)
}
