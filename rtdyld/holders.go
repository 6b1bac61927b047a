package rtdyld

import (
	"context"
	"math/bits"
)

// holders says which of many archives may have a name: an archive is asked for those alone.
type holders struct {
	table  []holder // by the upper bits of the hash; a hash has as many as archives have it
	shift  uint8
	lists  [][]int32 // by archive: wanted names that it may have, in the order in which they came up
	leaves []bool    // by archive: it is asked for all of them
}

// holder is an archive that has a name with a hash.
type holder struct {
	hash    uint32
	archive int32 // plus one, 0 for a free place
}

// fewArchives are asked for all names, which takes less time.
const fewArchives = 3

// holdersOf reads the indexes of the archives once names are wanted. One that has none yet, or a malformed one, is asked for all names, and says so then.
func (c *Collector) holdersOf(ctx context.Context) error {
	h := &c.holders
	if h.lists != nil || len(c.archives) <= fewArchives || len(c.wanted) == 0 {
		return nil
	}
	h.leaves = make([]bool, len(c.archives))
	var all []holder
	for i, a := range c.archives {
		if !a.HasIndex() {
			h.leaves[i] = true
			continue
		}
		n := len(all)
		err := a.HashesContext(ctx, func(hash uint32) { all = append(all, holder{hash, int32(i + 1)}) })
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			all, h.leaves[i] = all[:n], true
		}
	}
	log := bits.Len(uint(len(all) + len(all)/2 + 1))
	h.table, h.shift = make([]holder, 1<<log), uint8(32-log)
	for _, x := range all {
		at := h.first(x.hash)
		for ; h.table[at].archive != 0; at = h.after(at) {
		}
		h.table[at] = x
	}
	h.lists = make([][]int32, len(c.archives))
	for i := range c.wanted {
		h.want(c.wanted[i].hash, int32(i))
	}
	return nil
}

func (h *holders) first(hash uint32) int { return int(hash>>h.shift) & (len(h.table) - 1) }
func (h *holders) after(at int) int      { return (at + 1) & (len(h.table) - 1) }

// want enters that a name with a hash, the k-th, is wanted.
func (h *holders) want(hash uint32, k int32) {
	if h.lists == nil {
		return
	}
	for at := h.first(hash); h.table[at].archive != 0; at = h.after(at) {
		if x := h.table[at]; x.hash == hash {
			h.lists[x.archive-1] = append(h.lists[x.archive-1], k)
		}
	}
}

// list lists the wanted names that archive i may have; false: all of them.
func (h *holders) list(i int) (list []int32, is bool) {
	if h.lists == nil || h.leaves[i] {
		return nil, false
	}
	return h.lists[i], true
}
