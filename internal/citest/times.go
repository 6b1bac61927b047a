package citest

import (
	"math"
	"time"
)

// Times is how many times what base takes f takes, as soon as that is less than most. It compares the least times of short bursts, in turns: a
// machine that does much else needs more of them, and has the same least times. What it says to be most or more, after
// thousands, is.
func Times(base, f func(), most float64) (ratio float64) {
	const looks, rounds, burst = 100, 50, 100
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for range looks {
		for range rounds {
			for i, call := range [2]func(){base, f} {
				start := time.Now()
				for range burst {
					call()
				}
				least[i] = min(least[i], time.Since(start))
			}
		}
		if ratio = float64(least[1]) / float64(max(least[0], 1)); ratio < most {
			break
		}
	}
	return ratio
}
