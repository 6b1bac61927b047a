package mem

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

const (
	// hugeSize is what a huge page takes, and what slabs are aligned to.
	hugeSize = 2 << 20
	// maxSlab is the most that a slab takes: every byte of it reaches every other
	// with a signed 32-bit displacement, its own size and the addend included.
	maxSlab = 2<<30 - 2*hugeSize
	// lowEnd is the end of the addresses that fit a signed 32-bit field.
	lowEnd = 2 << 30
	// reach is how far a signed 32-bit displacement reaches, less some room for
	// addends.
	reach = 2<<30 - 1<<16
)

// Stripes of a slab, by ascending address: numStripes for batches with pages of their own, and as many, in the same order,
// for small ones that share pages, see packed.
const (
	stripeCode = iota
	stripeReadOnly
	stripeWritable
	numStripes
)

// want is what a batch of requests asks for altogether.
type want struct {
	size  [numStripes]uint64 // bytes of each piece, packed
	asked uint64             // bytes of all requests
	align [numStripes]uint64 // largest alignment in it
	low   bool               // below 2 GiB
	near  [2]uint64          // lowest and highest address to be within reach of; 0, 0: none
	kept  [numStripes]bool   // which of the pieces that were taken are in memory already
	// joined says that what is read-only lies with the code.
	joined bool
	// first is the stripe that its pieces are counted from: 0, or numStripes for a batch that shares pages.
	first int
}

const (
	// tablesMost is the most bytes of code and tables that lie together: from there on a system call more is little beside
	// the copying.
	tablesMost = 16 << 10
	// fewRequests is how many requests a small batch has at most.
	fewRequests = 12
)

// fewTables reports whether all that some requests have of read-only data is tables, and little with their code.
func fewTables(reqs []rtdyld.Request) bool {
	if len(reqs) > fewRequests {
		return false
	}
	var code, tables uint64
	for i := range reqs {
		q := &reqs[i]
		switch {
		case q.Size > tablesMost || q.Kind == objfmt.KindReadOnly && !q.Tables:
			return false
		case q.Kind == objfmt.KindCode:
			code += q.Size
		case q.Kind == objfmt.KindReadOnly:
			tables += q.Size
		}
	}
	return code > 0 && tables > 0 && code+tables <= tablesMost
}

// stripeOf is the stripe of what is of a kind, which check has seen. joined: constants lie with code.
func stripeOf(k objfmt.Kind, joined bool) int {
	if joined && k == objfmt.KindReadOnly {
		return stripeCode
	}
	return int(k - objfmt.KindCode)
}

// measure adds up the requests and checks each of them; w.joined is set.
func (w *want) measure(reqs []rtdyld.Request) error {
	for i := range reqs {
		q := &reqs[i]
		if msg := check(q); msg != "" {
			return &RequestError{i, q.Object, msg}
		}
		k := stripeOf(q.Kind, w.joined)
		switch {
		case q.Size > maxSlab:
			return &LimitError{q.Kind.String(), q.Object, q.Size, maxSlab}
		case q.Align > maxSlab:
			return &LimitError{q.Kind.String() + " alignment", q.Object, q.Align, maxSlab}
		}
		// Nothing here exceeds 2 GiB, so no sum overflows.
		w.asked += q.Size
		w.size[k] = alignUp(w.size[k], q.Align) + q.Size
		if w.size[k] > maxSlab {
			return &LimitError{q.Kind.String(), q.Object, w.size[k], maxSlab}
		}
		w.align[k] = max(w.align[k], q.Align)
		w.low = w.low || q.Low32
		if q.Near != 0 {
			w.addNear(q.Near)
		}
	}
	return nil
}

func (w *want) addNear(addr uint64) {
	if w.near[0] == 0 {
		w.near = [2]uint64{addr, addr}
		return
	}
	w.near[0], w.near[1] = min(w.near[0], addr), max(w.near[1], addr)
}

// stripes returns the sizes of the stripes of a slab that has room for the batch:
// size each, or what the batch needs if that is more.
func (w *want) stripes(size, page uint64) (sizes stripeSizes, total uint64) {
	for k := range w.size {
		need := alignUp(w.size[k], page)
		if w.align[k] > page {
			need += w.align[k] // the stripe itself is aligned to pages
		}
		sizes[k] = alignUp(size, page)
		if need > size {
			sizes[k] = alignUp(need, hugeSize)
		}
		total += sizes[k]
	}
	return sizes, total
}

// check returns what is wrong with a request, "" if nothing is.
func check(q *rtdyld.Request) string {
	switch {
	case q.Kind < objfmt.KindCode || q.Kind >= objfmt.NumKinds:
		return "kind " + q.Kind.String() + " has no permissions"
	case q.Size == 0:
		return "size is 0"
	case bits.OnesCount64(q.Align) != 1:
		return "alignment is no power of two"
	}
	return ""
}

// cut makes the blocks of the requests out of the pieces that were taken for
// them, in the memory given if that suffices. It packs as measure counted.
func cut(reqs []rtdyld.Request, joined bool, piece *[numStripes][]byte, addr *[numStripes]uint64, blocks []rtdyld.Block) []rtdyld.Block {
	if len(reqs) > len(blocks) {
		blocks = make([]rtdyld.Block, len(reqs))
	}
	blocks = blocks[:len(reqs)]
	var used [numStripes]uint64
	for i := range reqs {
		q, b := &reqs[i], &blocks[i]
		k := stripeOf(q.Kind, joined)
		off := alignUp(used[k], q.Align)
		end := off + q.Size
		b.Mem = piece[k][off:end:end]
		b.Addr = addr[k] + off
		used[k] = end
	}
	return blocks
}

// reached reports whether everything in [base, base+size) reaches the addresses
// that the batch wants to be near.
func (w *want) reached(base, size uint64) bool {
	if w.near[0] == 0 {
		return true
	}
	lo, hi := w.window(size)
	return base >= lo && base <= hi-size
}

// window returns the bounds of the addresses that a slab of the given size may
// take to be near: [lo, hi), at least size bytes.
func (w *want) window(size uint64) (lo, hi uint64) {
	hi = w.near[0] + reach
	if hi < w.near[0] {
		hi = ^uint64(0)
	}
	if w.near[1] > reach {
		lo = w.near[1] - reach
	}
	if hi < size || lo > hi-size {
		return 0, size // nothing is near both; no slab starts at 0
	}
	return lo, hi
}
