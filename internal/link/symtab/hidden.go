package symtab

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// hidden says which names a batch may hide: two bits of a word for each, which others may have, too. The first bits of a hash say which word. So a name that no
// object of a batch hides is looked up twice by few.
type hidden struct {
	words []uint64 // a power of two, or none: no name is hidden
	shift uint32   // of a hash, for its word
	all   bool     // all names are
}

// Names for a word: a third of them are hidden where C++ is compiled with hidden inline functions, each by two objects, so that of a hundred
// other names one is taken for hidden.
const namesPerWord = 16

func (h *hidden) word(key objfmt.Key) *uint64 {
	return &h.words[key.Hash>>h.shift]
}

func hiddenBits(key objfmt.Key) uint64 { return 1<<(key.More&63) | 1<<(key.More>>6&63) }

func (h *hidden) add(key objfmt.Key) { *h.word(key) |= hiddenBits(key) }

func (h *hidden) has(key objfmt.Key) bool {
	if len(h.words) == 0 {
		return h.all
	}
	bits := hiddenBits(key)
	return *h.word(key)&bits == bits
}

// grow makes room for names, in memory if that is enough.
func (h *hidden) grow(names int, memory []uint64) {
	n := 1
	for n*namesPerWord < names {
		n *= 2
	}
	if n <= len(h.words) {
		return
	}
	more := memory
	if n > len(memory) {
		more = make([]uint64, n)
	}
	more = more[:n]
	for i := range more {
		w := uint64(0)
		if len(h.words) > 0 {
			w = h.words[i/(n/len(h.words))]
		}
		more[i] = w
	}
	h.words, h.shift = more, uint32(33-bits.Len(uint(n)))
}

// MayHide says that objects of a batch with so many names in all hide some of them. It comes before Hide.
func (t *Table) MayHide(b *Batch, names int) {
	if b.Unit == OneUnit {
		t.mayHide += names
		names = t.mayHide
	}
	t.growHidden(b, names)
}

// growHidden makes room for so many hidden names in all.
func (t *Table) growHidden(b *Batch, names int) {
	if b.Unit != OneUnit {
		b.hidden.grow(names, b.few[:])
		return
	}
	// Twice as much: words that were split have the bits of both halves in each.
	b.hidden.grow(2*names, nil)
	t.hidden = b.hidden
}

// Hide enters that object obj mentions a name which is one of its unit's own then: in a unit the least
// visible mention of a name counts, so that this comes before all that declares the name. It returns the name's ID.
func (t *Table) Hide(obj uint32, key objfmt.Key, text string) ID {
	b := t.objects.At(int(obj)).batch
	id := t.own(b, key, text, obj)
	t.At(id).refs++
	if len(b.hidden.words) == 0 {
		t.MayHide(b, 1)
	}
	b.hidden.add(key)
	return id
}

// AheadHidden is [Table.ReadAhead] for names that a batch hides. It changes the hashes.
func (t *Table) AheadHidden(b *Batch, hashes []uint32) {
	for i := range hashes {
		hashes[i] = keyOf(objfmt.Key{Hash: hashes[i]}, b.Unit).Hash
	}
	t.ReadAhead(hashes)
}

// declareHidden is the name as a batch alone sees it, 0 if the batch does not hide it.
func (t *Table) declareHidden(b *Batch, obj uint32, key objfmt.Key, text string) ID {
	if b.hidden.all {
		return t.own(b, key, text, obj)
	}
	id, _ := t.probe(keyOf(key, b.Unit))
	return id
}
