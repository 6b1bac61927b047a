package image

import (
	"cmp"
	"slices"

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

// hashOrder is the order in which definitions stand in the symbol table: by bucket, then as they were given.
func hashOrder(defs []Symbol) (order []hashed, buckets uint32) {
	buckets = max(uint32(len(defs)/4), 1) | 1
	order = make([]hashed, len(defs))
	for i := range defs {
		h := elf.GNUHash(defs[i].Name)
		order[i] = hashed{h, h % buckets, i}
	}
	slices.SortFunc(order, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.bucket, b.bucket), cmp.Compare(a.index, b.index))
	})
	return order, buckets
}

// hashTable is the contents of .gnu.hash for definitions that follow first other symbols: a header, a filter of two bits a name, the first symbol of each bucket, and
// a hash a symbol, whose lowest bit says that it is the last one of its bucket.
func hashTable(o bin.Order, order []hashed, buckets uint32, first int) []byte {
	filter := 1
	for filter*64 < 12*len(order) {
		filter *= 2
	}
	b := make([]byte, 16+8*filter+4*int(buckets)+4*len(order))
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
