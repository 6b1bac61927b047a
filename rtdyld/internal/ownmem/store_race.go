//go:build (linux || darwin) && race

package ownmem

import "sync/atomic"

// store is atomic as well, for a word at its place is written by one instruction: atomic.StoreUintptr is the race detector's here, from
// which a fault is no panic.
//
//go:norace
//go:noinline
func store(at *uintptr, word uintptr) {
	ordered.Add(1) // what was written before is seen by who sees the word
	*at = word
}

var ordered atomic.Int32
