package mem

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// A batch of a few bytes shares pages with others of its like: in stripes of their own, whose pages have their last permissions from
// the start on and never change them. Code and constants are linked in memory of Go's and written to their place
// by Finalize, with system.write; data is linked where it stays. So neither loads nor unloads of small objects change permissions,
// for which the host would interrupt all processors that run the process.
const (
	// packedUnit is what a small piece is given out in: a line of the caches, so that nobody else's is written to.
	packedUnit = 64
	// packedMost is the most bytes that a small batch has of code and constants, and of data: to write more takes longer than to change permissions,
	// and a page of its own is well used.
	packedMost = 8 << 10
	// packedStripe is how large the stripes for small batches are at most, and packedShare what part of the others.
	packedStripe = 64 << 20
	packedShare  = 4
	// stagedPooled is from how many bytes on memory for contents is used again.
	stagedPooled = 2 << 10
	// stagedMost is how much of that there is: each piece is of whole units.
	stagedMost = packedMost + (numStripes-1)*packedUnit
)

// staging has memory for contents, which is zero.
var staging = sync.Pool{New: func() any { return new([stagedMost]byte) }}

// packable reports whether a batch is so small that it may share pages with others.
func packable(reqs []rtdyld.Request, page uint64) bool {
	if len(reqs) == 0 || len(reqs) > fewRequests {
		return false
	}
	var fixed, data uint64 // bytes
	for i := range reqs {
		q := &reqs[i]
		if q.Size > packedMost || q.Align > page {
			return false
		}
		if q.Kind == objfmt.KindWritable {
			data = alignUp(data, max(q.Align, 1)) + q.Size
		} else {
			fixed = alignUp(fixed, max(q.Align, 1)) + q.Size
		}
	}
	return fixed <= packedMost && data <= packedMost
}

// packs reports whether small batches of a manager share pages: where the host can write to pages that the process cannot, and released
// memory need not fault at once.
func (s *system) packs(cfg *Config, stripe uint64) bool {
	return s.write != nil && !cfg.PagesApart && !cfg.NoExec && !cfg.NoProbe && cfg.ReleaseBatch >= 0 &&
		stripe >= packedShare*packedMost && stripe <= maxSlab/(numStripes+1) && s.writes()
}

// pack adds the stripes for small batches to those of a slab, which are of size bytes, and returns how much they take. A slab that is made for one large
// batch has none.
func (z *stripeSizes) pack(size, page uint64) (sum uint64) {
	for k := range numStripes {
		if z[k] > alignUp(size, page) {
			return 0
		}
	}
	for k := range numStripes {
		z[numStripes+k] = min(size/packedShare, packedStripe) &^ (page - 1)
		sum += z[numStripes+k]
	}
	return sum
}

// takePacked takes n units. Data is zero.
func (t *stripe) takePacked(n uint32, align uint64) (e extent, err error) {
	start, ok := t.free.fit(n, 0, t.base, t.unit, align)
	if !ok {
		return extent{}, errFull
	}
	e = extent{start, n}
	if err := t.commit(e.end()); err != nil {
		return extent{}, err
	}
	if t.pages.state == nil {
		t.pages = newPageTable(t.size, t.sys.page)
	}
	t.free.take(e)
	dirty := t.pages.use(uint64(e.start)*t.unit, uint64(n)*t.unit)
	if t.final == protRW {
		dirty.zero(t.mem, 0)
	}
	return e, nil
}

// putPacked takes units back. Pages that nobody uses any more stay in memory up to an amount.
func (t *stripe) putPacked(e extent) {
	t.free.add(e)
	around, _ := t.free.next(e.start)
	per := uint32(t.sys.page / t.unit)
	lo, hi := max((around.start+per-1)/per, e.start/per), min(around.end()/per, (e.end()+per-1)/per)
	if lo < hi {
		t.pages.unuse(int(lo), int(hi), t.discardPages)
	}
}

func (t *stripe) discardPages(lo, hi int) error { return t.sys.discard(t.pages.bytes(t.mem, lo, hi)) }

// trimPacked gives all pages back that nobody uses. An error says that some stay.
func (t *stripe) trimPacked() error { return t.pages.giveKept(t.discardPages) }

// stage gets memory for the contents of a small batch until they are written to their place.
func (a *allocation) stage(piece *[numStripes][]byte) {
	var sum uint64
	for k, e := range a.piece {
		if a.m.final[k] != protRW {
			sum += uint64(e.n) * packedUnit
		}
	}
	if sum == 0 {
		return
	}
	if sum < stagedPooled {
		a.staged = make([]byte, sum)
	} else {
		a.staged = staging.Get().(*[stagedMost]byte)[:sum]
	}
	var at uint64
	for k, e := range a.piece {
		if e.n > 0 && a.m.final[k] != protRW {
			end := at + uint64(e.n)*packedUnit
			piece[k] = a.staged[at:end:end]
			at = end
		}
	}
}

// unstage gives the memory for contents up, which nobody looks at any more.
func (a *allocation) unstage() {
	if b := a.staged; cap(b) == stagedMost {
		clear(b)
		staging.Put((*[stagedMost]byte)(b[:stagedMost]))
	}
	a.staged = nil
}

// write brings the contents of a small batch to their place.
func (a *allocation) write() error {
	var at uint64
	for k, e := range a.piece {
		if e.n == 0 || a.m.final[k] == protRW {
			continue
		}
		t := a.stripe(k)
		b := t.bytes(e)
		if err := t.sys.write(b, a.staged[at:at+uint64(len(b))]); err != nil {
			return err
		}
		if t.final == protRX {
			if err := t.sys.flush(b); err != nil {
				return err
			}
		}
		at += uint64(len(b))
	}
	return nil
}

// Moved implements [rtdyld.Mover]: contents of a small batch are in their place since Finalize.
func (a *allocation) Moved(blocks []rtdyld.Block) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.staged == nil || a.state != finalized {
		return
	}
	defer a.unstage()
	for _, list := range [...][]rtdyld.Block{blocks, a.blocks} {
		for i := range list {
			b := &list[i]
			off := b.Addr - a.slab.base
			end := off + uint64(len(b.Mem))
			b.Mem = a.slab.mem[off:end:end]
		}
	}
}
