//go:build race

package engine_test

// raceEnabled: the race detector makes sync.Pool forget at random.
const raceEnabled = true
