//go:build race

package abi

// A frame goes from one goroutine to the next without anything that the race detector
// takes for an order: a goroutine that is pinned to a processor is alone there. So nothing here
// that touches a frame is instrumented (go:norace), which costs a call a tenth of what
// the lock and the instrumentation would. The Call of a caller outside may be: it gets
// frames that come and go under the lock.

const underRace = true

// watches reports whether a caller looks at frames where the race detector sees it.
func watches(c Caller) bool {
	_, blind := c.(interface{ Unwatched() })
	return !blind
}
