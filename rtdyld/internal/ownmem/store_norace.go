//go:build (linux || darwin) && !race

package ownmem

import "sync/atomic"

func store(at *uintptr, word uintptr) { atomic.StoreUintptr(at, word) }
