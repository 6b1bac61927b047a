package workers

import (
	"runtime"
	"testing"
)

// TestCount: what is asked for counts; small input has one, large input one a processor at most.
func TestCount(t *testing.T) {
	procs := runtime.GOMAXPROCS(0)
	for _, c := range []struct {
		n    int
		size uint64
		want int
	}{{3, 0, 3}, {0, 0, 1}, {0, perWorker - 1, 1}, {0, perWorker, min(procs, 2)}, {0, 1 << 40, procs}} {
		if got := Count(c.n, c.size); got != c.want {
			t.Errorf("Count(%d, %d) = %d, want %d", c.n, c.size, got, c.want)
		}
	}
}
