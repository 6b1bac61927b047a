//go:build race

package coff_test

// raceEnabled: the race detector makes sync.Pool forget at random.
const raceEnabled = true
