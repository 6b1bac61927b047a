// Package rtdyld is the runtime linker: it takes object images, lays them out in
// memory that the caller's memory manager owns, binds their symbols, applies
// their relocations, has the memory protected and tells where everything is.
//
// A [Linker] reads as its steps, which linker.go tells, a file each: select.go
// (which definitions count), plan.go (scan), layout.go (allocate, copy), resolve.go
// (bind), relocate.go (apply), finalize.go (protect, constructors), unload.go. A
// file calls those of its own step and of earlier ones.
//
// Law: this package knows no operating system and no host architecture; it has
// no unsafe, no system call and no GOOS. Every address is a uint64, so that any
// host links for any target. It finds nothing by type assertion: everything a
// linker uses is named in [Config].
package rtdyld
