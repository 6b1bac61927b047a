//go:build race

package keeper

// instrumented is how many bytes this build has for each of Go's: the race detector keeps two
// words for a word, half of one for what allocated it, and traces of all goroutines.
const instrumented = 4
