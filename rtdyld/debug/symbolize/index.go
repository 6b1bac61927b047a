package symbolize

import (
	"cmp"
	"slices"
	"sort"
)

// entry is a section in memory.
type entry struct {
	start, end uint64 // target addresses
	obj        *object
	sec        uint32 // in obj.img.Sections, or behind them for one that the linker made
	code       bool
}

// index is the sections of all objects by address. It never changes: edit makes another
// one that shares the chunks that are as before, so that an object more or less costs a
// chunk and the row of chunks.
type index struct {
	first  []uint64  // start of each chunk's first entry
	chunks [][]entry // none empty, at most maxChunk entries
}

// maxChunk bounds what adding an object copies. With 10,000 objects of a handful of sections
// a chunk is about as large as the row of chunks.
const maxChunk = 256

// from returns the entry that a lies in, or else the first one above.
func (x *index) from(a uint64) (entry, bool) {
	i := sort.Search(len(x.first), func(i int) bool { return x.first[i] > a }) - 1
	if i >= 0 {
		c := x.chunks[i]
		j := sort.Search(len(c), func(j int) bool { return c[j].end > a })
		if j < len(c) {
			return c[j], true
		}
	}
	if i+1 < len(x.chunks) {
		return x.chunks[i+1][0], true
	}
	return entry{}, false
}

// find returns the entry that a lies in.
func (x *index) find(a uint64) (entry, bool) {
	e, ok := x.from(a)
	return e, ok && e.start <= a
}

// edit returns an index without the entries of gone and with those of add.
func (x *index) edit(gone []*object, add []entry) *index {
	if len(gone)+len(add) == 0 {
		return x
	}
	slices.SortFunc(add, func(a, b entry) int { return cmp.Compare(a.start, b.start) })
	drop := make(map[*object]bool, len(gone))
	touched := make([]bool, len(x.chunks))
	for _, o := range gone {
		drop[o] = true
		for _, a := range o.starts {
			if i := x.chunk(a); i >= 0 {
				touched[i] = true
			}
		}
	}
	out := &index{
		first:  make([]uint64, 0, len(x.first)+1+len(add)/maxChunk),
		chunks: make([][]entry, 0, len(x.chunks)+1+len(add)/maxChunk),
	}
	for i, c := range x.chunks {
		// What comes before the next chunk's first entry belongs to this one.
		n := len(add)
		if i+1 < len(x.first) {
			n = sort.Search(len(add), func(j int) bool { return add[j].start >= x.first[i+1] })
		}
		if n > 0 || touched[i] {
			c = merge(c, add[:n], drop)
			add = add[n:]
		}
		out.push(c)
	}
	out.push(add)
	return out
}

// chunk is the number of the chunk that an entry at a would be in, -1 for none.
func (x *index) chunk(a uint64) int {
	return sort.Search(len(x.first), func(i int) bool { return x.first[i] > a }) - 1
}

// push appends entries in chunks of their own; small ones join those before.
func (x *index) push(c []entry) {
	if last := len(x.chunks) - 1; last >= 0 && len(c) > 0 && len(c)+len(x.chunks[last]) <= maxChunk/4 {
		x.chunks[last] = slices.Concat(x.chunks[last], c)
		return
	}
	for len(c) > 0 {
		n := len(c)
		if n > maxChunk {
			n = min(maxChunk*3/4, n/2) // room for more
		}
		x.first = append(x.first, c[0].start)
		x.chunks = append(x.chunks, slices.Clip(c[:n]))
		c = c[n:]
	}
}

// merge joins two sorted rows and leaves out what belongs to an object in drop.
func merge(a, b []entry, drop map[*object]bool) []entry {
	out := make([]entry, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0].start <= b[0].start {
			if !drop[a[0].obj] {
				out = append(out, a[0])
			}
			a = a[1:]
		} else {
			out = append(out, b[0])
			b = b[1:]
		}
	}
	return out
}
