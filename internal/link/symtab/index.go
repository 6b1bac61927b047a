package symtab

import (
	"math"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/link/chunks"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// index finds entries by key. It is an extendible hash table: a directory leads by the first bits of a key to a bucket, an
// open-addressing hash table of at most bucketSlots slots with linear probing, which grows by doubling and then splits in two.
// So no step of growing is long, however many names there are. A bucket that few names are left in shrinks.
//
// Goroutines that only look need no lock: slots are atomic, those of a bucket that has been replaced stay as they were,
// and an entry that goes leaves a slot behind that nobody stops at.
type index struct {
	dir atomic.Pointer[directory]
	*counts
}

// counts change with each name: they are in no line of memory that goroutines read who only look.
type counts struct {
	used    int  // entries
	spreads bool // goroutines enter names, see Many: the directory stays as it is
}

type directory struct {
	shift   uint32 // of a key, for its bucket
	buckets []atomic.Pointer[bucket]
}

type bucket struct {
	slots []slot
	depth uint32 // how many first bits of their keys all its entries have in common
	used  int    // slots with an entry
	dead  int    // slots whose entry has gone
}

// slot has the hash of an entry in its upper half, in the lower one its ID. 0 is free, gone had an entry.
type slot = atomic.Uint64

const (
	gone        = math.MaxUint32 // hash 0, which none has, and no ID
	bucketSlots = 1 << 12
	maxDepth    = 19 // the bits behind tell the slots of a bucket apart
)

func slotOf(hash uint32, id ID) uint64 { return uint64(hash)<<32 | uint64(id) }

// empty is a directory without entries, to be read.
var empty = func() *directory {
	d := &directory{32, make([]atomic.Pointer[bucket], 1)}
	d.buckets[0].Store(&bucket{slots: make([]slot, 1)})
	return d
}()

// bucket is the one for a hash.
func (d *directory) bucket(hash uint32) *atomic.Pointer[bucket] { return &d.buckets[hash>>d.shift] }

// keyOf is the key by which the index has a name: each unit's hidden ones have other keys, or the many batches that hide
// one name would look through those of all others. It is its own inverse, and keeps the lowest bit of the hash, which is set, and the first ones,
// which say in which part of the index it is, see Many.
func keyOf(k objfmt.Key, unit uint32) objfmt.Key {
	return objfmt.Key{Hash: k.Hash ^ unit*0x9e3779b2<<manyBits>>manyBits, More: k.More ^ uint64(unit)*0x9e3779b97f4a7c15}
}

// global returns the entry that all see of the name that an entry has.
func (t *Table) global(id ID) ID {
	id, _ = t.probe(keyOf(objfmt.Key{Hash: *t.hash(id), More: t.At(id).more}, t.Unit(id)))
	return id
}

// own returns the hidden entry of a name in a batch's unit, made if need be.
func (t *Table) own(b *Batch, key objfmt.Key, text string, obj uint32) ID {
	key = keyOf(key, b.Unit)
	id, at := t.probe(key)
	if id == 0 {
		id = t.add(key, text, b.Unit, obj, at)
	}
	return id
}

// probe returns the entry of a key, 0 if there is none, and the slot that would be its own.
func (t *Table) probe(key objfmt.Key) (id ID, at uint32) {
	t.lookUps++
	return t.seek(key)
}

// seek is probe that is not counted.
func (t *Table) seek(key objfmt.Key) (id ID, at uint32) {
	b := t.index.dir.Load().bucket(key.Hash).Load()
	slots := b.slots
	mask := uint32(len(slots) - 1)
	left := uint32(math.MaxUint32) // by one that has gone
	for at = key.Hash >> 1 & mask; ; at = (at + 1) & mask {
		s := slots[at].Load()
		switch {
		case s == 0:
			return 0, min(at, left)
		case uint32(s>>32) == key.Hash:
			if id := ID(s); t.At(id).more == key.More {
				return id, at
			}
		case s == gone && left == math.MaxUint32:
			left = at
		}
	}
}

// add makes an entry whose text views the image of object obj; key is its keyOf, and at what
// probe said.
func (t *Table) add(key objfmt.Key, text string, unit, obj, at uint32) ID {
	id := t.take()
	t.enter(id, key, text, unit, obj, at)
	t.index.used++
	return id
}

// Reading ahead: where the index is larger than caches are, a processor that meets one slot after another waits for each, but for
// some at once where it only reads them.
const (
	Ahead     = 32 // how many names it is good for
	aheadFrom = 8  // full buckets, from which on it is
)

// ReadAhead reads the slots of names that will be looked up, at most Ahead of them.
func (t *Table) ReadAhead(hashes []uint32) {
	d := t.index.dir.Load()
	if len(d.buckets) < aheadFrom {
		return
	}
	for _, h := range hashes {
		b := d.bucket(h).Load()
		b.slots[h>>1&uint32(len(b.slots)-1)].Load()
	}
}

// readAhead is ReadAhead for the names of entries.
func (t *Table) readAhead(ids []ID) {
	if len(t.index.dir.Load().buckets) < aheadFrom {
		return
	}
	var hashes [Ahead]uint32
	n := 0
	for _, id := range ids {
		if id != 0 && id < Special {
			hashes[n] = *t.hash(id)
			n++
		}
	}
	t.ReadAhead(hashes[:n])
}

// enter makes a name of an entry of no use.
func (t *Table) enter(id ID, key objfmt.Key, text string, unit, obj, at uint32) {
	b := t.index.dir.Load().bucket(key.Hash).Load()
	if 8*(b.used+b.dead+1) > 5*len(b.slots) {
		b, at = t.index.extend(key.Hash)
	}
	p, i := &t.parts[id>>chunkShift], id&(chunkSize-1)
	p.names[i].setMore(key.More)
	p.texts[i], p.hashes[i] = t.textOf(text, obj), key.Hash
	setFew(&p.units, id, unit, len(p.names))
	if b.slots[at].Load() == gone {
		b.dead--
	}
	b.slots[at].Store(slotOf(key.Hash, id))
	b.used++
}

// extend makes room in the bucket for a hash, and returns it with a free slot for that.
func (x *index) extend(hash uint32) (*bucket, uint32) {
	for {
		d := x.dir.Load()
		at := d.bucket(hash)
		b := at.Load()
		n := len(b.slots)
		switch {
		case 8*(b.used+b.dead+1) <= 5*n:
			return b, b.free(hash)
		case 2*(b.used+1) <= n: // many are gone
			x.replace(hash, b.with(n, b.depth))
		case n < bucketSlots || b.depth >= maxDepth || x.spreads && b.depth == 32-d.shift:
			x.replace(hash, b.with(2*n, b.depth))
		default:
			x.split(hash, b)
		}
	}
}

// newBucket makes an empty bucket, in huge pages if it is one of many full-size ones, as entries are.
func newBucket(n int, depth uint32) *bucket {
	return &bucket{slots: arena.Make[slot](n, depth >= hugeDepth), depth: depth}
}

// hugeDepth is that of buckets of a table with entries in more than hugeFrom chunks.
const hugeDepth = 6

// with is a bucket with the entries of another one and n slots.
func (b *bucket) with(n int, depth uint32) *bucket {
	c := newBucket(n, depth)
	for i := range b.slots {
		if s := b.slots[i].Load(); s != 0 && s != gone {
			c.put(s)
		}
	}
	return c
}

func (b *bucket) put(s uint64) {
	b.slots[b.free(uint32(s>>32))].Store(s)
	b.used++
}

// free is a slot for a hash, in a bucket that nothing has gone from.
func (b *bucket) free(hash uint32) uint32 {
	mask := uint32(len(b.slots) - 1)
	at := hash >> 1 & mask
	for s := b.slots[at].Load(); s != 0 && s != gone; s = b.slots[at].Load() {
		at = (at + 1) & mask
	}
	return at
}

// next is an entry with a hash, 0 if there is none, among all but the first n slots in which it may be; and how many those are then.
func (b *bucket) next(hash uint32, n int) (id ID, more int) {
	mask := uint32(len(b.slots) - 1)
	for ; n < len(b.slots); n++ {
		s := b.slots[(hash>>1+uint32(n))&mask].Load()
		if s == 0 {
			break
		}
		if uint32(s>>32) == hash {
			return ID(s), n + 1
		}
	}
	return 0, n
}

// spread has no bucket be of two of Many's parts, and the directory be wide enough for n more names: it stays as it is until
// [Many.End].
func (x *index) spread(n int) {
	if x.used == 0 {
		x.reserve(n*2/5, manyBits) // most names of a large batch are mentioned twice or more
	}
	for i := range uint32(manyParts) {
		hash := i << (32 - manyBits)
		for x.dir.Load().bucket(hash).Load().depth < manyBits {
			x.split(hash, x.dir.Load().bucket(hash).Load())
		}
	}
	depth := uint32(manyBits)
	for (x.used+n)>>depth > bucketSlots/4 && depth < maxDepth {
		depth++
	}
	for 32-x.dir.Load().shift < depth {
		x.widen()
	}
	x.spreads = true
}

// widen makes the directory twice as wide.
func (x *index) widen() {
	d := x.dir.Load()
	wide := &directory{d.shift - 1, make([]atomic.Pointer[bucket], 2*len(d.buckets))}
	for i := range wide.buckets {
		wide.buckets[i].Store(d.buckets[i/2].Load())
	}
	x.dir.Store(wide)
}

// replace puts a bucket where the one for a hash is.
func (x *index) replace(hash uint32, b *bucket) {
	d := x.dir.Load()
	bits := 32 - d.shift - b.depth // of the directory's which do not tell it from others
	for i, n := hash>>d.shift>>bits<<bits, uint32(1)<<bits; n > 0; i, n = i+1, n-1 {
		d.buckets[i].Store(b)
	}
}

// split makes two of a bucket, by the first bit of their keys that its entries do not have in common.
func (x *index) split(hash uint32, b *bucket) {
	d := x.dir.Load()
	if 32-d.shift == b.depth {
		x.widen()
	}
	bit := uint32(1) << (31 - b.depth)
	var two [2]*bucket
	for i := range two {
		two[i] = newBucket(len(b.slots), b.depth+1)
	}
	for i := range b.slots {
		switch s := b.slots[i].Load(); {
		case s == 0, s == gone:
		case uint32(s>>32)&bit == 0:
			two[0].put(s)
		default:
			two[1].put(s)
		}
	}
	x.replace(hash&^bit, two[0])
	x.replace(hash|bit, two[1])
}

// reserve makes as many buckets as n names in all will need, if there are none yet, and at least 1<<depth.
func (x *index) reserve(n int, depth uint32) {
	if x.used != 0 || 8*(n+1) <= 5*len(x.dir.Load().buckets[0].Load().slots) {
		return
	}
	size := firstSlots
	for n>>depth > bucketSlots/2 && depth < maxDepth {
		depth++
	}
	for size < 2*(n>>depth) {
		size *= 2
	}
	d := &directory{32 - depth, make([]atomic.Pointer[bucket], 1<<depth)}
	all, slots := make([]bucket, len(d.buckets)), arena.Make[slot](size<<depth, n >= chunks.Many*chunkSize)
	for i := range all {
		all[i] = bucket{slots: slots[i*size : (i+1)*size : (i+1)*size], depth: depth}
		d.buckets[i].Store(&all[i])
	}
	x.dir.Store(d)
}

// drop takes an entry out.
func (x *index) drop(hash uint32, id ID) {
	b := x.dir.Load().bucket(hash).Load()
	mask := uint32(len(b.slots) - 1)
	at := hash >> 1 & mask
	for s := slotOf(hash, id); b.slots[at].Load() != s; {
		at = (at + 1) & mask
	}
	x.used--
	b.used--
	if b.slots[(at+1)&mask].Load() == 0 {
		b.slots[at].Store(0) // nobody goes on from here
	} else {
		b.slots[at].Store(gone)
		b.dead++
	}
	if n := len(b.slots); n > firstSlots && 8*b.used < n {
		x.replace(hash, b.with(n/2, b.depth))
	}
}

// size is how many slots there are.
func (x *index) size() (n int) {
	var last *bucket
	d := x.dir.Load()
	for i := range d.buckets {
		if b := d.buckets[i].Load(); b != last {
			n += len(b.slots)
			last = b
		}
	}
	return n
}
