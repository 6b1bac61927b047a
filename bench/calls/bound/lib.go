// Package bound is what rtdyld bind writes for the functions of testdata/calls.h, but for the library, which the benchmark has compiled when it is run. A test
// of cmd/rtdyld has the file of functions be what bind writes today.
//
// Law: bench/calls alone uses it.
package bound

import "github.com/go-rtdyld/rtdyld/rtdyld/library"

var lib = library.Library{Name: "calls"}

// Open has the functions be those that the world loads.
func Open(world *library.World) { lib.World = world }
