//go:build race

package parsetest

// Race reports whether the race detector is on, under which sync.Pool forgets at random and
// instrumented code allocates more.
const Race = true
