package mem

import "slices"

// extent is a run of n pages of a stripe, from page start on.
type extent struct{ start, n uint32 }

func (e extent) end() uint32 { return e.start + e.n }

// upTo is how many extents of an ascending list begin at a page or in front of it. The life of a small allocation asks some
// twenty times, so that this is a loop of its own.
func upTo(list []extent, page uint32) int {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := int(uint(lo+hi) / 2); list[mid].start <= page {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// insert adds e to a list of extents in ascending order, joined with those that
// it touches. e must not overlap any of them.
func insert(list []extent, e extent) []extent {
	i := len(list)
	if i > 0 && list[i-1].start > e.start { // else it is the last
		i = upTo(list, e.start)
	}
	before := i > 0 && list[i-1].end() == e.start
	after := i < len(list) && list[i].start == e.end()
	switch {
	case before && after:
		list[i-1].n += e.n + list[i].n
		return slices.Delete(list, i, i+1)
	case before:
		list[i-1].n += e.n
	case after:
		list[i] = extent{e.start, e.n + list[i].n}
	default:
		return slices.Insert(list, i, e)
	}
	return list
}

// chunkLen is the most extents that a chunk of ranges holds.
const chunkLen = 64

// chunk is a part of the list in ranges, never empty.
type chunk struct {
	max uint32 // pages of its largest extent
	ext []extent
}

func (c *chunk) measure() {
	c.max = 0
	for _, e := range c.ext {
		c.max = max(c.max, e.n)
	}
}

// ranges holds the free pages of a stripe: extents in ascending order, no two of
// which touch. The list is kept in chunks that know their largest extent, so
// that a search and a change cost a few hundred steps at most, where a stripe of
// 256 MiB in which every second page is free has 32,768 extents.
type ranges struct {
	chunks []chunk
	spare  []extent // memory for a chunk, of one that became empty; nil: none
}

// find returns the number of the chunk that start belongs to.
func (r *ranges) find(start uint32) int {
	lo, hi := 0, len(r.chunks)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); r.chunks[mid].ext[0].start <= start {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// add gives an extent back. It must not overlap any that is free.
func (r *ranges) add(e extent) {
	if len(r.chunks) == 0 {
		if r.spare == nil {
			r.spare = make([]extent, 0, chunkLen)
		}
		r.chunks = append(r.chunks, chunk{e.n, append(r.spare, e)})
		r.spare = nil
		return
	}
	i := r.find(e.start)
	// The neighbour above may be the first of the next chunk.
	if i+1 < len(r.chunks) && r.chunks[i+1].ext[0].start == e.end() {
		e.n += r.chunks[i+1].ext[0].n
		r.cut(i+1, 0)
	}
	c := &r.chunks[i]
	c.ext = insert(c.ext, e)
	r.changed(i)
}

// cut removes extent j of chunk i.
func (r *ranges) cut(i, j int) {
	r.chunks[i].ext = slices.Delete(r.chunks[i].ext, j, j+1)
	r.changed(i)
}

// changed restores what holds for chunk i after its extents changed.
func (r *ranges) changed(i int) {
	c := &r.chunks[i]
	switch n := len(c.ext); {
	case n == 0:
		r.spare = c.ext
		r.chunks = slices.Delete(r.chunks, i, i+1)
		return
	case n >= chunkLen: // split before append would move it
		upper := chunk{ext: append(make([]extent, 0, chunkLen), c.ext[n/2:]...)}
		upper.measure()
		c.ext = c.ext[:n/2]
		r.chunks = slices.Insert(r.chunks, i+1, upper)
	}
	r.chunks[i].measure()
}

// take removes the extent e, all of whose pages are free.
func (r *ranges) take(e extent) {
	i := r.find(e.start)
	c := &r.chunks[i]
	j := upTo(c.ext, e.start) - 1
	f := c.ext[j]
	lower, upper := extent{f.start, e.start - f.start}, extent{e.end(), f.end() - e.end()}
	switch {
	case lower.n > 0 && upper.n > 0:
		c.ext[j] = lower
		c.ext = slices.Insert(c.ext, j+1, upper)
	case lower.n > 0:
		c.ext[j] = lower
	case upper.n > 0:
		c.ext[j] = upper
	default:
		c.ext = slices.Delete(c.ext, j, j+1)
	}
	r.changed(i)
}

// fit finds the lowest page from on at which n free pages start and whose
// address is a multiple of align; base is the address of page 0 and page the
// size of one.
func (r *ranges) fit(n, from uint32, base, page, align uint64) (uint32, bool) {
	for i := range r.chunks {
		c := &r.chunks[i]
		if c.max < n || c.ext[len(c.ext)-1].end() <= from {
			continue
		}
		for _, e := range c.ext {
			start := uint64(max(e.start, from))
			if align > page {
				start = (alignUp(base+start*page, align) - base) / page
			}
			if start+uint64(n) <= uint64(e.end()) {
				return uint32(start), true
			}
		}
	}
	return 0, false
}

// count returns the number of extents.
func (r *ranges) count() int {
	n := 0
	for i := range r.chunks {
		n += len(r.chunks[i].ext)
	}
	return n
}

// alignUp rounds v up to a multiple of align, a power of two. The caller sees to
// it that the result fits.
func alignUp(v, align uint64) uint64 { return (v + align - 1) &^ (align - 1) }
