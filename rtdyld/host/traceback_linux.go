//go:build (amd64 || arm64 || ppc64le) && !rtdyld_nolinkname

package host

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
)

// tracing is what all Processes have in common of package traceback: the runtime has one hook.
var tracing struct {
	sync.Mutex
	shown *traceback.Traceback // nil: not set, or refused
	known map[uintptr]bool     // handles of libraries that there were when it looked last
	opens map[uintptr]int      // by how many Processes a library is held open: the last one lets it go
	looks int                  // how often it has looked, for tests
}

// traced has Go's tracebacks show the objects of p, unless the program has set the runtime's
// hook itself or there is none. Libraries are looked for when p has opened one that was not
// there before.
func (p *Process) traced() []rtdyld.Listener {
	tracing.Lock()
	defer tracing.Unlock()
	look := tracing.shown == nil
	for _, h := range p.handles {
		look = look || !tracing.known[h]
	}
	if look {
		tb, err := traceback.New(traceback.Config{})
		if err != nil {
			return nil // a crash tells what it would without this package
		}
		tracing.shown = tb
		tracing.looks++
		if tracing.known == nil {
			tracing.known = map[uintptr]bool{}
		}
		for _, h := range p.handles {
			tracing.known[h] = true
		}
	}
	return []rtdyld.Listener{tracing.shown}
}

// opened is told of a library that a Process holds open until [closing] is told.
func opened(handle uintptr) {
	tracing.Lock()
	defer tracing.Unlock()
	if tracing.opens == nil {
		tracing.opens = map[uintptr]int{}
	}
	tracing.opens[handle]++
}

// closing is told that a Process closes a library, whose address another may get if no other Process holds it.
func closing(handle uintptr) {
	tracing.Lock()
	defer tracing.Unlock()
	if tracing.opens[handle]--; tracing.opens[handle] <= 0 {
		delete(tracing.opens, handle)
		delete(tracing.known, handle)
	}
}
