//go:build !race

package keeper

// instrumented is how many bytes this build has for each of Go's.
const instrumented = 1
