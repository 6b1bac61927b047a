package symtab

import (
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Many enters the names of a large batch by several goroutines. Each looks without a lock, and takes one of a part of the index to
// enter what it has not found; new entries are in chunks of its own. Which IDs names get depends on who comes first, and nothing
// else. From [Table.BeginMany] to [Many.End] nobody else uses the table, but for [Table.Peek].
type Many struct {
	t     *Table
	b     *Batch
	mu    sync.Mutex
	spare []uint32   // chunks without memory, for new entries
	idle  []*Enterer // that no goroutine uses
	all   []*Enterer
	parts [manyParts]lockedPart
}

// The index is changed in parts, by the first bits of a hash.
const (
	manyParts = 1 << manyBits
	manyBits  = 6
)

type lockedPart struct {
	mu sync.Mutex
	_  [56]byte // each has a line of the cache
}

// Enterer is what one goroutine enters names with.
type Enterer struct {
	m       *Many
	chunk   uint32 // that its new entries are in
	next    uint32 // in it
	left    uint32
	used    int // new entries
	lookUps uint64
}

// BeginMany begins to enter at most so many mentions on so many goroutines.
func (t *Table) BeginMany(b *Batch, mentions, goroutines int) *Many {
	m := &Many{t: t, b: b}
	for range (mentions+chunkSize-1)/chunkSize + goroutines {
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
	t.index.spread(mentions)
	return m
}

// Take is an Enterer for the calling goroutine, of those that Give has taken back, or a new one.
func (m *Many) Take() *Enterer {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := len(m.idle); k > 0 {
		e := m.idle[k-1]
		m.idle = m.idle[:k-1]
		return e
	}
	e := &Enterer{m: m}
	m.all = append(m.all, e)
	return e
}

// Give takes one back.
func (m *Many) Give(e *Enterer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = append(m.idle, e)
}

// Hide is [Table.Hide]. All who hide names have to be done before the first Declare.
func (e *Enterer) Hide(obj uint32, key objfmt.Key, text string) ID {
	h, unit := &e.m.b.hidden, e.m.b.Unit
	atomic.OrUint64(h.word(key), hiddenBits(key))
	return e.enter(keyOf(key, unit), text, unit, obj)
}

// Declare is [Table.Declare].
func (e *Enterer) Declare(obj uint32, key objfmt.Key, text string) ID {
	if b := e.m.b; b.hidden.has(key) {
		e.lookUps++
		if id, _ := e.m.t.seek(keyOf(key, b.Unit)); id != 0 {
			atomic.AddUint32(&e.m.t.At(id).refs, 1)
			return id
		}
	}
	return e.enter(key, text, 0, obj)
}

// enter enters a mention by the key of the index.
func (e *Enterer) enter(key objfmt.Key, text string, unit, obj uint32) ID {
	e.lookUps++
	t := e.m.t
	id, _ := t.seek(key)
	if id == 0 {
		var isNew bool
		if id, isNew = e.add(key, text, unit, obj); isNew {
			return id
		}
	}
	atomic.AddUint32(&t.At(id).refs, 1)
	return id
}

// add makes an entry that is mentioned once, unless another goroutine has made it meanwhile.
func (e *Enterer) add(key objfmt.Key, text string, unit, obj uint32) (id ID, isNew bool) {
	t, mu := e.m.t, &e.m.parts[key.Hash>>(32-manyBits)].mu
	mu.Lock()
	defer mu.Unlock()
	id, at := t.seek(key)
	if id != 0 {
		return id, false
	}
	id = e.take()
	t.At(id).refs, *t.text(id) = 1, text
	t.enter(id, key, unit, obj, at)
	e.used++
	return id, true
}

// take returns an entry that was never of use.
func (e *Enterer) take() ID {
	if e.left == 0 {
		m := e.m
		m.mu.Lock()
		k := len(m.spare) - 1
		e.chunk, m.spare = m.spare[k], m.spare[:k]
		m.mu.Unlock()
		m.t.fill(e.chunk)
		e.next, e.left = 0, chunkSize
	}
	id := e.chunk<<chunkShift | e.next
	e.next, e.left = e.next+1, e.left-1
	return id
}

// End ends it, whether all mentions have been entered or not.
func (m *Many) End() {
	t := m.t
	for _, e := range m.all {
		t.index.used += e.used
		t.lookUps += e.lookUps
		if e.left > 0 {
			t.parts[e.chunk].fresh = e.next
			t.store.add(e.chunk, int(e.left))
		}
	}
	t.blank = append(t.blank, m.spare...)
	t.index.spreads = false
}
