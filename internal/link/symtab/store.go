package symtab

import (
	"iter"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/link/chunks"
)

// store has the entries by ID, in chunks: none is copied while the table grows, and a chunk that is of no use any more is
// given up. What most steps need of an entry is in 32 bytes without a pointer; what few need lies apart.
type store struct {
	names chunks.List[Name]          // of all parts, for [Peek]
	sizes chunks.List[atomic.Uint32] // bytes of definitions, see [Table.Publish]
	parts []part
	open  []uint32 // parts that may have entries of no use
	blank []uint32 // parts without memory
	spare int      // entries of no use
}

// part is a chunk of entries.
type part struct {
	names  []Name
	texts  []text
	hashes []uint32 // of the keys, see keyOf; 0: the entry is of no use
	groups []uint32 // objects whose COMDAT groups of these names count, plus one; none for the last ones: they have none
	units  []uint32 // of hidden names, 0 for those that all see; none for the last ones: they are
	unused
}

// unused says which entries of a chunk are of no use.
type unused struct {
	last   ID     // that was of use; its refs are the one before; 0: none
	n      uint32 // how many are of no use
	fresh  uint32 // that was never of use: this one and those behind it
	listed bool   // in open
	maker  uint8  // its shard plus one, if one has made it and is at work, see Many
}

// The parts of an ID.
const (
	chunkShift = 10
	chunkSize  = chunks.Size
)

// At returns an entry. At of 0 is an empty one.
func (s *store) At(id ID) *Name { return &s.parts[id>>chunkShift].names[id&(chunkSize-1)] }

func (s *store) text(id ID) *text   { return &s.parts[id>>chunkShift].texts[id&(chunkSize-1)] }
func (s *store) hash(id ID) *uint32 { return &s.parts[id>>chunkShift].hashes[id&(chunkSize-1)] }

func (s *store) size(id ID) uint32 { return s.sizes.At(int(id)).Load() }

func (s *store) setSize(id ID, size uint32) {
	if w := s.sizes.At(int(id)); w.Load() != size {
		w.Store(size)
	}
}

// Unit is the unit that a name is hidden in, 0 if all see it.
func (s *store) Unit(id ID) uint32 { return few(s.parts[id>>chunkShift].units, id) }

// group is the object whose COMDAT group of a name counts, plus one, 0 for none.
func (s *store) group(id ID) uint32 { return few(s.parts[id>>chunkShift].groups, id) }

func (s *store) setUnit(id ID, unit uint32) {
	p := &s.parts[id>>chunkShift]
	setFew(&p.units, id, unit, len(p.names))
}

func (s *store) setGroup(id ID, group uint32) {
	p := &s.parts[id>>chunkShift]
	setFew(&p.groups, id, group, len(p.names))
}

// few is what a list says of an entry that is about few of a chunk, often none.
func few(list []uint32, id ID) uint32 {
	if i := id & (chunkSize - 1); int(i) < len(list) {
		return list[i]
	}
	return 0
}

// setFew has the list say so, which is to be as long as n if it is to say anything of the entry.
func setFew(list *[]uint32, id ID, what uint32, n int) {
	i := int(id & (chunkSize - 1))
	if i >= len(*list) {
		if what == 0 {
			return
		}
		*list = append(make([]uint32, 0, n), *list...)[:n]
	}
	(*list)[i] = what
}

// all are the entries of use.
func (s *store) all() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for c := range s.parts {
			for i, hash := range s.parts[c].hashes {
				if hash != 0 && !yield(ID(c<<chunkShift|i)) {
					return
				}
			}
		}
	}
}

// entries is for how many there is memory.
func (s *store) entries() (n int) {
	for i := range s.parts {
		n += len(s.parts[i].names)
	}
	return n
}

// take returns an entry of no use, which is zero.
func (s *store) take() ID {
	for {
		if n := len(s.open); n > 0 {
			c := s.open[n-1]
			p := &s.parts[c]
			if p.n > 0 {
				s.spare--
				return p.take(c)
			}
			p.listed = false
			s.open = s.open[:n-1]
			continue
		}
		s.grow()
	}
}

// take takes one of chunk c, which has some.
func (p *part) take(c uint32) ID {
	p.n--
	if id := p.last; id != 0 {
		e := &p.names[id&(chunkSize-1)]
		p.last, e.refs = e.refs, 0
		return id
	}
	p.fresh++
	return c<<chunkShift | (p.fresh - 1)
}

// grow makes entries of no use: the first chunk larger, or one more.
func (s *store) grow() {
	if n := len(s.parts[0].names); n < chunkSize {
		s.growFirst(min(2*n, chunkSize))
		return
	}
	n := len(s.blank)
	if n == 0 {
		s.addParts(1)
		return
	}
	c := s.blank[n-1]
	s.blank = s.blank[:n-1]
	s.fill(c)
	s.add(c, chunkSize)
}

// fill gives a chunk of entries memory.
func (s *store) fill(c uint32) {
	p := &s.parts[c]
	p.names, p.texts, p.hashes = arena.Make[Name](chunkSize, len(s.parts) >= hugeFrom), make([]text, chunkSize), make([]uint32, chunkSize)
	s.names.Set(int(c), p.names)
	s.sizes.Set(int(c), make([]atomic.Uint32, chunkSize))
}

// growFirst makes the first chunk larger.
func (s *store) growFirst(size int) {
	p := &s.parts[0]
	n := len(p.names)
	p.names = append(make([]Name, 0, size), p.names...)[:size]
	p.texts = append(make([]text, 0, size), p.texts...)[:size]
	p.hashes = append(make([]uint32, 0, size), p.hashes...)[:size]
	sizes := make([]atomic.Uint32, size)
	for i := range n {
		sizes[i].Store(s.size(ID(i)))
	}
	s.sizes.Set(0, sizes) // before the names that lead to them
	s.names.Set(0, p.names)
	s.add(0, size-n)
}

// hugeFrom is from how many chunks on those that are made one by one lie in huge pages: goroutines look names of a large table up in no order, and
// a processor finds few small pages without a walk through tables of pages.
const hugeFrom = 64

// addParts makes n more chunks, whose memory is one piece.
func (s *store) addParts(n int) {
	k, huge := n*chunkSize, n >= chunks.Many || len(s.parts) >= hugeFrom
	names, texts, hashes := arena.Make[Name](k, huge), arena.Make[text](k, huge), arena.Make[uint32](k, huge)
	s.parts, s.open = slices.Grow(s.parts, n), slices.Grow(s.open, n)
	s.sizes.AddChunks(arena.Make[atomic.Uint32](k, huge))
	s.names.AddChunks(names)
	for i := range n {
		lo, hi := i*chunkSize, (i+1)*chunkSize
		s.parts = append(s.parts, part{names: names[lo:hi:hi], texts: texts[lo:hi:hi], hashes: hashes[lo:hi:hi]})
		s.add(uint32(len(s.parts)-1), chunkSize)
	}
}

// reserve makes n entries that are of no use, and some more.
func (s *store) reserve(n int) {
	n -= s.spare
	have := len(s.parts[0].names)
	switch size := 2 * have; {
	case n <= 0:
	case have+n <= chunkSize:
		for size < have+n {
			size *= 2
		}
		s.growFirst(min(size, chunkSize))
	default:
		s.addParts((n + chunkSize - 1) / chunkSize)
	}
}

// add enters that n more entries of a chunk are of no use.
func (s *store) add(c uint32, n int) {
	r := &s.parts[c].unused
	r.n += uint32(n)
	s.spare += n
	if !r.listed {
		r.listed = true
		s.open = append(s.open, c)
	}
}

// give takes back an entry.
func (s *store) give(id ID) {
	c := id >> chunkShift
	r := &s.parts[c].unused
	s.At(id).reset(r.last)
	*s.text(id), *s.hash(id) = text{}, 0
	s.setGroup(id, 0)
	s.setUnit(id, 0)
	r.last = id
	s.add(c, 1)
	if r.n == chunkSize { // never the first chunk: entry 0 is of use
		s.parts[c] = part{unused: unused{listed: r.listed}}
		s.spare -= chunkSize
		s.names.Set(int(c), nil)
		s.sizes.Set(int(c), nil)
		s.blank = append(s.blank, c)
	}
}
