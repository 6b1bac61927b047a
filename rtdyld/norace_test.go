//go:build !race

package rtdyld_test

// raceEnabled: see race_test.go.
const raceEnabled = false
