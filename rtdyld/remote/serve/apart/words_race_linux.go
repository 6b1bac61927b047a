//go:build race

package apart

// With the race detector sync/atomic calls it, which needs a goroutine's stack. Words are
// read and written at once on the processors that it runs on. Two crashes at a time may
// overwrite each other's text.

//go:nosplit
//go:norace
func load(p *uint32) uint32 { return *p }

//go:nosplit
//go:norace
func store(p *uint32, v uint32) { *p = v }

//go:nosplit
//go:norace
func add(p *uint32, n uint32) uint32 {
	*p += n
	return *p
}
