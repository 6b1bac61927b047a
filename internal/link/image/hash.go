package image

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// bloomShift is what the second bit of a name in the filter is taken from.
const bloomShift = 26

// hashed is a definition and its place in the table.
type hashed struct {
	hash, bucket uint32
	index        int // of Symbols
}

// bucketsFor is how many buckets the table of so many definitions has.
func bucketsFor(defs int) uint32 { return max(uint32(defs/4), 1) | 1 }

// filterFor is how many words its filter has.
func filterFor(defs int) int {
	filter := 1
	for filter*64 < 12*defs {
		filter *= 2
	}
	return filter
}

// hashSize is how many bytes the table has.
func hashSize(defs int) int { return 16 + 8*filterFor(defs) + 4*int(bucketsFor(defs)) + 4*defs }

// hashOrder is the order in which definitions stand in the symbol table: by bucket, then as they were given.
func hashOrder(defs []Symbol) (order []hashed, buckets uint32) {
	buckets = bucketsFor(len(defs))
	given := make([]hashed, len(defs))
	next := make([]uint32, buckets+1) // place of the next definition of a bucket
	for i := range defs {
		h := elf.GNUHash(defs[i].Name)
		given[i] = hashed{h, h % buckets, i}
		next[h%buckets+1]++
	}
	for i := range buckets {
		next[i+1] += next[i]
	}
	order = make([]hashed, len(defs))
	for _, h := range given {
		order[next[h.bucket]] = h
		next[h.bucket]++
	}
	return order, buckets
}

// hashTable is the contents of .gnu.hash for definitions that follow first other symbols: a header, a filter of two bits a name, the first symbol of each bucket, and
// a hash a symbol, whose lowest bit says that it is the last one of its bucket.
func hashTable(o bin.Order, order []hashed, buckets uint32, first int) []byte {
	filter := filterFor(len(order))
	b := make([]byte, hashSize(len(order)))
	o.PutU32(b, buckets)
	o.PutU32(b[4:], uint32(first))
	o.PutU32(b[8:], uint32(filter))
	o.PutU32(b[12:], bloomShift)
	words, heads, chain := b[16:], b[16+8*filter:], b[16+8*filter+4*int(buckets):]
	for i, d := range order {
		w := words[8*(int(d.hash/64)%filter):]
		o.PutU64(w, o.U64(w)|1<<(d.hash%64)|1<<(d.hash>>bloomShift%64))
		if i == 0 || order[i-1].bucket != d.bucket {
			o.PutU32(heads[4*d.bucket:], uint32(first+i))
		}
		h := d.hash &^ 1
		if i+1 == len(order) || order[i+1].bucket != d.bucket {
			h |= 1
		}
		o.PutU32(chain[4*i:], h)
	}
	return b
}
