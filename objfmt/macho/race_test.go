//go:build race

package macho_test

// raceEnabled: instrumented code allocates more.
const raceEnabled = true
