//go:build linux && (amd64 || arm64) && !rtdyld_nolinkname

package host

import (
	"math"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
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
	crossings := int64(math.MaxInt64)
	for range 100 {
		before := runtime.NumCgoCall()
		f(1, 2)
		crossings = min(crossings, runtime.NumCgoCall()-before) // other goroutines may call, too
	}
	if crossings != 1 {
		t.Errorf("a call goes to C %d times", crossings)
	}
	most := 2.0
	if raceEnabled { // 3.1 times with annotations of our own
		most = 2.8
	}
	ratio := citest.Times(func() { c.Call(bare) }, func() { f(1, 2) }, most)
	t.Logf("a bound call costs %.2f times what a bare one does", ratio)
	if ratio >= most {
		t.Error("that is too much")
	}
}
