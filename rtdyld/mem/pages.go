package mem

// pageState is what is known of a page: a prot and one, or 0 while it cannot be
// accessed, and flags.
type pageState uint8

const (
	pageProt  pageState = 3      // bits of the permissions
	pageDirty pageState = 1 << 2 // it may not be zero
	pageKept  pageState = 1 << 3 // it is free, and in memory
	pageStale pageState = 1 << 4 // it had code that is not there any more
	pageOpen  pageState = 1 << 5 // working memory of it can be written
	pageOwn   pageState = 1 << 6 // it is this process's alone
)

// keepMost is how many bytes of free pages of a reservation stay in memory, not yet
// zeroed: to get a page from the host again costs much more than to clear it.
const keepMost = 256 << 10

func (s pageState) has(p prot) bool { return s&pageProt == pageState(p)+1 }

func (s *pageState) set(p prot) { *s = *s&^pageProt | pageState(p) + 1 }

// pageTable has the states of the pages of a reservation.
type pageTable struct {
	state []pageState
	page  uint64 // bytes of one
	kept  int    // pages with pageKept
	lost  bool   // the host does not take memory back
}

func newPageTable(size, page uint64) pageTable {
	return pageTable{state: make([]pageState, size/page), page: page}
}

// span returns the numbers of the pages of a range.
func (t *pageTable) span(off, n uint64) (lo, hi int) {
	return int(off / t.page), int(alignUp(off+n, t.page) / t.page)
}

// bytes returns the pages from lo up to hi of b.
func (t *pageTable) bytes(b []byte, lo, hi int) []byte {
	return b[uint64(lo)*t.page : uint64(hi)*t.page : uint64(hi)*t.page]
}

// spans is some ranges in ascending order, mostly one or none, which take no memory of their own.
type spans struct {
	first span // empty if there is none
	more  []span
}

// add adds a range behind the others, or at the end of the last.
func (s *spans) add(lo, hi uint64) {
	last := &s.first
	if k := len(s.more); k > 0 {
		last = &s.more[k-1]
	}
	switch {
	case s.empty():
		s.first = span{lo, hi}
	case last.hi == lo:
		last.hi = hi
	default:
		s.more = append(s.more, span{lo, hi})
	}
}

func (s *spans) empty() bool { return s.first.lo == s.first.hi }

// zero clears the ranges in memory that begins at an offset.
func (s *spans) zero(b []byte, at uint64) {
	if s.empty() {
		return
	}
	clear(b[s.first.lo-at : s.first.hi-at])
	for _, d := range s.more {
		clear(b[d.lo-at : d.hi-at])
	}
}

// use notes that a range is written to from now on, and returns the parts of it that
// may not be zero.
func (t *pageTable) use(off, n uint64) (dirty spans) {
	lo, hi := t.span(off, n)
	for i := lo; i < hi; i++ {
		s := &t.state[i]
		if *s&pageKept != 0 {
			*s &^= pageKept
			t.kept--
		}
		if *s&pageDirty == 0 {
			*s |= pageDirty
			continue
		}
		// The rest of a page may be another's.
		dirty.add(max(uint64(i)*t.page, off), min(uint64(i+1)*t.page, off+n))
	}
	return dirty
}

// forget notes that a page is another one from now on, which is zero.
func (t *pageTable) forget(page int) {
	if t.state[page]&pageKept != 0 {
		t.kept--
	}
	t.state[page] = 0
}

// unuse notes that the pages from lo up to hi are not needed any more. If that makes too many,
// all that are kept are given back.
func (t *pageTable) unuse(lo, hi int, give func(lo, hi int) error) {
	if t.lost {
		return
	}
	for i := lo; i < hi; i++ {
		if t.state[i]&(pageDirty|pageKept) == pageDirty {
			t.state[i] |= pageKept
			t.kept++
		}
	}
	if uint64(t.kept)*t.page >= keepMost {
		_ = t.giveKept(give) // what stays is cleared when it is prepared
	}
}

// giveKept gives all pages that are kept back.
func (t *pageTable) giveKept(give func(lo, hi int) error) error {
	for i := 0; t.kept > 0 && i < len(t.state); {
		if t.state[i]&pageKept == 0 {
			i++
			continue
		}
		end := i + 1
		for end < len(t.state) && t.state[end]&pageKept != 0 {
			end++
		}
		if err := give(i, end); err != nil {
			t.lost = true
			return err
		}
		t.kept -= end - i
		for ; i < end; i++ {
			t.state[i] &^= pageKept | pageDirty
		}
	}
	return nil
}
