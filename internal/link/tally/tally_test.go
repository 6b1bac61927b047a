package tally_test

import (
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/tally"
)

// TestSince: sums have what any goroutine adds, and what came later is their difference.
func TestSince(t *testing.T) {
	before := tally.Now()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				tally.Add(tally.Counts{LookUps: 1})
				tally.Add(tally.Counts{LookUps: 1, Records: 3})
			}
		})
	}
	wg.Wait()
	if got, want := tally.Now().Since(before), (tally.Counts{LookUps: 1600, Records: 2400}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
