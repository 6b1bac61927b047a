package unwind

import (
	"cmp"
	"iter"
	"slices"

	"github.com/go-rtdyld/rtdyld/triple"
)

// Table is what is known of the frames of one object's code: for ranges of addresses,
// none of which overlap, how a caller's registers are found. It keeps no memory of the
// object and may be used after that is unloaded. It never changes; any goroutine may
// use it.
type Table struct {
	arch triple.Arch
	m    *machine
	keep uint64 // bit n: a function leaves register n as it was
	addr int    // bytes of an address
	big  bool   // byte order of what AppendDebugFrame and AppendEHFrame write

	prog    []byte // programs of entries and commons, one after the other
	commons []common
	entries []entry // by start
	extents []extent
}

// common is what entries share: a common information entry (CIE).
type common struct {
	prog, n uint32 // the first instructions: prog[prog:][:n] of the table
	code    uint64 // code alignment factor
	data    int64  // data alignment factor
	ra      uint8  // column of the return address
	signal  bool   // frames are those that a signal has interrupted
	bkey    bool   // return addresses are signed with the B key (arm64)
}

// entry is a range of code: a frame description entry (FDE).
type entry struct {
	start, end uint64 // addresses: from, up to
	prog, n    uint32 // its instructions
	common     uint32
	rank       uint8 // of several that overlap the lowest counts
}

// extent is a range of addresses that is the object's own.
type extent struct{ lo, hi uint64 }

// Ranks of entries.
const (
	rankFrames  = iota // .eh_frame: each instruction
	rankWhole          // __compact_unwind of a function whose prolog and epilogs are of the usual form: each instruction
	rankProlog         // __eh_frame that says nothing of epilogs
	rankTables         // .pdata: each instruction
	rankCompact        // __compact_unwind, .ARM.exidx: calls
	rankLeaf           // no record: the stack is as the caller left it
)

// Len is the number of ranges.
func (t *Table) Len() int { return len(t.entries) }

// Arch is the processor of the code.
func (t *Table) Arch() triple.Arch { return t.arch }

// All lists the ranges in ascending order: first address, address behind the last.
func (t *Table) All() iter.Seq2[uint64, uint64] {
	return func(yield func(start, end uint64) bool) {
		for i := range t.entries {
			if !yield(t.entries[i].start, t.entries[i].end) {
				return
			}
		}
	}
}

// Find returns the range that an address is in. A range has one record: it is a
// function as a rule, or a part of one, or code between functions that leaves the stack
// alone. It takes O(log n).
func (t *Table) Find(pc uint64) (start, end uint64, ok bool) {
	if e := t.find(pc); e != nil {
		return e.start, e.end, true
	}
	return 0, 0, false
}

func (t *Table) find(pc uint64) *entry {
	lo, hi := 0, len(t.entries)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if t.entries[mid].start <= pc {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 || pc >= t.entries[lo-1].end {
		return nil
	}
	return &t.entries[lo-1]
}

// Range returns the part of the table whose ranges begin at lo or above and below hi. It
// shares the memory of t.
func (t *Table) Range(lo, hi uint64) *Table {
	at := func(a uint64) int {
		i, _ := slices.BinarySearchFunc(t.entries, a, func(e entry, a uint64) int { return cmp.Compare(e.start, a) })
		return i
	}
	part := *t
	i := at(lo)
	part.entries = t.entries[i:max(i, at(hi))]
	part.extents = nil
	for _, e := range t.extents {
		if e.lo, e.hi = max(e.lo, lo), min(e.hi, hi); e.lo < e.hi {
			part.extents = append(part.extents, e)
		}
	}
	return &part
}

// settle puts the entries in order and leaves out those that overlap others: of two the
// one of the lower rank stays, then the one that begins first, then the one that was
// added first.
func (t *Table) settle() {
	slices.SortStableFunc(t.entries, func(a, b entry) int { return cmp.Compare(a.start, b.start) })
	kept := t.entries[:0]
	for _, e := range t.entries {
		n := len(kept)
		for n > 0 && kept[n-1].end > e.start && kept[n-1].rank > e.rank {
			n--
		}
		if n > 0 && kept[n-1].end > e.start {
			continue
		}
		kept = append(kept[:n], e)
	}
	t.entries = slices.Clip(kept)
}
