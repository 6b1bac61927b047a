//go:build !race

package apart

import "sync/atomic"

// What the runtime calls reads and writes words by these: it calls on stacks on which the race
// detector's own functions crash (words_race_linux.go).

//go:nosplit
func load(p *uint32) uint32 { return atomic.LoadUint32(p) }

//go:nosplit
func store(p *uint32, v uint32) { atomic.StoreUint32(p, v) }

//go:nosplit
func add(p *uint32, n uint32) uint32 { return atomic.AddUint32(p, n) }
