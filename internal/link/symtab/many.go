package symtab

import (
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Many enters the names of a large batch, its groups and definitions, by several goroutines, each of which has the names of a [Shard] to itself: none waits for another, and no
// line of the cache is written by two. Which IDs names get depends on how many shards there are, and nothing
// else. From [Table.BeginMany] to [Many.End] nobody else uses the table, but for [Table.Peek].
type Many struct {
	t      *Table
	b      *Batch
	mu     sync.Mutex
	spare  []uint32 // chunks without memory, for new entries
	orders []uint32 // by object: which one of the batch it is, from 1 on; 0: it is of an older one
	shards []Shard
	users  []*Users
}

// The index is split in parts by the first bits of a hash, which [keyOf] keeps: a shard has some of them.
const (
	manyParts = 1 << manyBits
	manyBits  = 6
)

// Shard is the names with some hashes. One goroutine uses it.
type Shard struct {
	m       *Many
	lo, n   uint32 // parts of the index
	chunk   uint32 // that its new entries are in
	next    uint32 // in it
	left    uint32
	maker   uint8 // of the chunks that it has filled, see part
	used    int   // new entries
	lookUps uint64
	names   []Name // memory for more chunks
	texts   []text
	hashes  []uint32
	sizes   []atomic.Uint32
	uses    []laterUse
	_       [64]byte // others are on other lines of the cache
}

// BeginMany begins to enter at most so many mentions, in at most so many shards. objs are the batch's objects in their order.
func (t *Table) BeginMany(b *Batch, objs []uint32, mentions, shards int) *Many {
	shards = min(shards, manyParts)
	m := &Many{t: t, b: b, shards: make([]Shard, shards)}
	for range (mentions+chunkSize-1)/chunkSize + shards {
		if k := len(t.blank); k > 0 {
			m.spare = append(m.spare, t.blank[k-1])
			t.blank = t.blank[:k-1]
			continue
		}
		t.parts = append(t.parts, part{})
		t.names.Extend(len(t.parts))
		t.sizes.Extend(len(t.parts))
		m.spare = append(m.spare, uint32(len(t.parts)-1))
	}
	t.texts()
	t.index.spread(mentions)
	if n := len(b.hidden.words); 0 < n && n < manyParts { // each word is of one shard
		t.growHidden(b, manyParts*namesPerWord)
	}
	for i := range m.shards {
		e, lo := &m.shards[i], manyParts*i/shards
		e.m, e.lo, e.n, e.maker = m, uint32(lo), uint32(manyParts*(i+1)/shards-lo), uint8(i+1)
	}
	m.orders = make([]uint32, t.objects.Len())
	for i, num := range objs {
		m.orders[num] = uint32(i + 1)
	}
	return m
}

// Shards are the parts of the work. A name is in one of them.
func (m *Many) Shards() []Shard { return m.shards }

// Has reports whether the shard has the names with a hash.
func (e *Shard) Has(hash uint32) bool { return hash>>(32-manyBits)-e.lo < e.n }

// One is 1 for a hash that Has, else 0, without a branch that a processor could not foretell.
func (e *Shard) One(hash uint32) int {
	return int((uint64(hash>>(32-manyBits)-e.lo) - uint64(e.n)) >> 63)
}

// Hide is [Table.Hide] for a name of the shard. It comes before all that declares names of it.
func (e *Shard) Hide(obj uint32, key objfmt.Key, text string) ID {
	b := e.m.b
	b.hidden.add(key)
	return e.enter(keyOf(key, b.Unit), text, b.Unit, obj)
}

// Declare is [Table.Declare] for a name of the shard.
func (e *Shard) Declare(obj uint32, key objfmt.Key, text string) ID {
	if b := e.m.b; b.hidden.has(key) {
		e.lookUps++
		if id, _ := e.m.t.seek(keyOf(key, b.Unit)); id != 0 {
			e.m.t.At(id).refs++
			return id
		}
	}
	return e.enter(key, text, 0, obj)
}

// enter enters a mention by the key of the index.
func (e *Shard) enter(key objfmt.Key, text string, unit, obj uint32) ID {
	e.lookUps++
	t := e.m.t
	id, at := t.seek(key)
	if id == 0 {
		id = e.take()
		t.enter(id, key, text, unit, obj, at)
		e.used++
	}
	t.At(id).refs++
	return id
}

// take returns an entry that was never of use.
func (e *Shard) take() ID {
	if e.left == 0 {
		e.fill()
	}
	id := e.chunk<<chunkShift | e.next
	e.next, e.left = e.next+1, e.left-1
	return id
}

// fill gives the shard a chunk.
func (e *Shard) fill() {
	if len(e.names) == 0 {
		const n = chunkSize * 4 // chunks
		e.names, e.texts, e.hashes, e.sizes = arena.Make[Name](n, true), arena.Make[text](n, true), arena.Make[uint32](n, true), make([]atomic.Uint32, n)
	}
	m, t := e.m, e.m.t
	m.mu.Lock()
	k := len(m.spare) - 1
	e.chunk, m.spare = m.spare[k], m.spare[:k]
	m.mu.Unlock()
	t.sizes.Set(int(e.chunk), e.sizes[:chunkSize:chunkSize])
	e.sizes = e.sizes[chunkSize:]
	p := &t.parts[e.chunk]
	p.names, e.names = e.names[:chunkSize:chunkSize], e.names[chunkSize:]
	p.texts, e.texts = e.texts[:chunkSize:chunkSize], e.texts[chunkSize:]
	p.hashes, e.hashes = e.hashes[:chunkSize:chunkSize], e.hashes[chunkSize:]
	p.maker = e.maker
	t.names.Set(int(e.chunk), p.names)
	e.next, e.left = 0, chunkSize
}

// End ends it, whether all mentions have been entered or not.
func (m *Many) End() {
	t := m.t
	for i := range m.shards {
		e := &m.shards[i]
		t.index.used += e.used
		t.lookUps += e.lookUps
		if e.left > 0 {
			t.parts[e.chunk].fresh = e.next
			t.store.add(e.chunk, int(e.left))
		}
	}
	m.noteUses()
	for i := range t.parts {
		t.parts[i].maker = 0
	}
	t.blank = append(t.blank, m.spare...)
	t.index.spreads = false
}
