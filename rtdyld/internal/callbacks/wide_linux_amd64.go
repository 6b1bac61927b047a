package callbacks

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

// wideEntries are nativeEntry for functions that have vectors of 32 and of 64 bytes in registers, set in assembly.
var wideEntries [2]uintptr

// wideThunks lead to them.
var wideThunks = [2]Pool{{entry: &wideEntries[0]}, {entry: &wideEntries[1]}}

// thunksFor are those that save what a function needs; others need what thunks save.
func thunksFor(c *abi.Callee, thunks *Pool) *Pool {
	switch c.Wide() {
	case 32:
		return &wideThunks[0]
	case 64:
		return &wideThunks[1]
	}
	return thunks
}
