//go:build !race

package executor

// instrumented is how many bytes this build has for each of Go's.
const instrumented = 1
