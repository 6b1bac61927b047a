package citest

import "testing"

// TestTimes: work is told from fifty times as much.
func TestTimes(t *testing.T) {
	sum := 0
	work := func(n int) func() {
		return func() {
			for i := range n {
				sum ^= i * sum
			}
		}
	}
	if r := Times(work(5), work(250), 5); r < 5 {
		t.Errorf("fifty times as much work takes %.1f times as long", r)
	}
	if r := Times(work(200), work(200), 5); r >= 5 {
		t.Errorf("as much work takes %.1f times as long", r)
	}
}
