package rtdyld

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// loadState is what only the steps of Load have to do with: batch.load until the batch is
// published, or taken back.
type loadState struct {
	target       *triple.Triple             // of all objects, the linker's or the first image's; written by fillBatch
	bytes        uint64                     // of all buffers; written by fillBatch
	emitted      int                        // Linker.emitted before the batch; written by fillBatch
	low          bool                       // some object holds 32-bit absolute addresses; written by allocate
	counterparts counterparts               // scratch of scan
	same         sameNames                  // scratch of selectDefs
	aliased      map[objfmt.SymbolID]uint32 // scratch of selectSymbols: names that symbols of an object are aliases of
	plain        bool                       // all definitions are entered, and none is common or an alias; written by shards.go
	edges        bool                       // some object may refer to the start or the end of sections; written by fillBatch
	reqs         []Request                  // scratch of allocate, as long as the batch has blocks; zero elements behind it
	together     bool                       // branches to what the batch defines need no stubs; written by scan
	code         extent                     // where the batch's code is, if some have none; written by allocate
}

// loads keeps them, between batches and linkers.
var loads = sync.Pool{New: func() any { return &loadState{reqs: make([]Request, 0, 6)} }}

// maxKeptReqs is for how many blocks there is memory in what is kept.
const maxKeptReqs = 1 << 12

// beginLoad gives a batch what its steps need.
func (b *batch) beginLoad() { b.load = loads.Get().(*loadState) }

// endLoad takes it back. It may be called twice.
func (b *batch) endLoad() {
	if s := b.load; s != nil {
		s.forgetAliases()
		clear(s.reqs) // they hold images
		if cap(s.reqs) > maxKeptReqs {
			s.reqs = nil
		}
		*s = loadState{aliased: s.aliased, reqs: s.reqs[:0]}
		loads.Put(s)
		b.load = nil
	}
}

// forgetAliases ends what enterAlias knows of an object.
func (s *loadState) forgetAliases() {
	if len(s.aliased) > 0 {
		clear(s.aliased)
	}
}
