package symbolize

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// object is what is kept of a finalized object. Its symbols view the image's names, so
// that they cost 32 bytes each: what reads a name holds the buffer by retain.
type object struct {
	loaded *rtdyld.Object
	budget *budget
	size   int // bytes of its file
	name   string
	img    *objfmt.ObjectImage
	owners atomic.Int32 // of img.Buffer through this object
	starts []uint64     // of its sections, as index.edit wants them
	code   []span       // of its code, by address
	made   []string     // names of the sections that the linker made, from len(img.Sections) on
	syms   []symbol     // by address
	arm    bool         // bit 0 of an address of code chooses the instruction set

	debug  atomic.Pointer[debugInfo]
	unwind atomic.Pointer[unwind.Table]
	mu     sync.Mutex // of who reads debug information or unwind tables
}

// span is a range of target addresses.
type span struct{ start, end uint64 }

// symbol is a definition in memory.
type symbol struct {
	addr uint64
	name string // views the image
	size uint32 // bytes, 0 if not known
	rank uint8  // which of several at one address is told, the largest
}

// newObject copies what o's linker knows of it. It returns nil if o is gone.
func newObject(o *rtdyld.Object, b *budget) (*object, []entry) {
	secs := o.Sections()
	if len(secs) == 0 {
		return nil, nil
	}
	img := o.Image()
	k := &object{loaded: o, budget: b, size: len(img.Buffer.Bytes()), name: o.Name(), img: img}
	k.arm = img.Triple.Arch.IsARM() || img.Triple.Arch.IsThumb()
	entries := make([]entry, 0, len(secs))
	for i := range secs {
		s := &secs[i]
		if s.Kind == objfmt.KindNone || len(s.Mem) == 0 {
			continue
		}
		if int(s.ID) >= len(img.Sections) {
			for len(k.made) <= int(s.ID)-len(img.Sections) {
				k.made = append(k.made, "")
			}
			k.made[int(s.ID)-len(img.Sections)] = s.Name
		}
		entries = append(entries, entry{s.Addr, s.Addr + uint64(len(s.Mem)), k, uint32(s.ID), s.Kind == objfmt.KindCode})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.start, b.start) })
	k.starts = make([]uint64, len(entries))
	for i, e := range entries {
		k.starts[i] = e.start
		if !e.code {
			continue
		}
		if n := len(k.code); n > 0 && k.code[n-1].end == e.start {
			k.code[n-1].end = e.end
		} else {
			k.code = append(k.code, span{e.start, e.end})
		}
	}
	k.symbols(o.AppendSymbols(make([]rtdyld.LoadedSymbol, 0, len(img.Symbols))), entries)
	img.Buffer.Retain()
	k.owners.Store(1)
	return k, entries
}

// symbols keeps what names a place in memory, once. Names view the file, which the object keeps.
func (k *object) symbols(all []rtdyld.LoadedSymbol, entries []entry) {
	syms := make([]symbol, 0, len(all))
	for i := range all {
		s := &all[i]
		if s.Type == objfmt.SymTLS || s.Section == objfmt.SecAbs || mark(s.Name) {
			continue
		}
		addr := s.Entry()
		if k.arm && (s.Type == objfmt.SymFunc || s.Type == objfmt.SymIFunc) {
			addr &^= 1
		}
		at := sort.Search(len(entries), func(j int) bool { return entries[j].end > addr })
		if at == len(entries) || entries[at].start > addr {
			continue
		}
		if s.Section < objfmt.SecSpecial && s.Type != objfmt.SymIFunc && s.Code == 0 && entries[at].sec != uint32(s.Section) {
			continue // the end of one section is not the start of the next
		}
		syms = append(syms, symbol{addr, s.Name, uint32(min(s.Size, math.MaxUint32)), rank(s)})
	}
	slices.SortStableFunc(syms, func(a, b symbol) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(b.rank, a.rank))
	})
	end := uint64(0) // of the last that tells its size
	kept := syms[:0]
	for _, s := range syms {
		if n := len(kept); n > 0 && kept[n-1].addr == s.addr {
			continue
		}
		if s.size == 0 && s.addr < end {
			continue // a label in a function
		}
		end = max(end, s.addr+uint64(s.size))
		kept = append(kept, s)
	}
	k.syms = slices.Clip(kept)
	if len(kept) < cap(syms)*3/4 {
		k.syms = slices.Clone(kept)
	}
}

// rank orders symbols of one address: what has a size, functions, data and what others see
// come first.
func rank(s *rtdyld.LoadedSymbol) (r uint8) {
	if s.Size > 0 {
		r |= 8
	}
	switch s.Type {
	case objfmt.SymFunc, objfmt.SymIFunc:
		r |= 4
	case objfmt.SymData:
		r |= 2
	}
	if s.Bind != objfmt.BindLocal {
		r |= 1
	}
	return r
}

// mark reports a name that only marks code or data (AAELF32 "Mapping symbols").
func mark(name string) bool {
	return len(name) >= 2 && name[0] == '$' && (len(name) == 2 || name[2] == '.') && strings.IndexByte("adtx", name[1]) >= 0
}

// retain makes the caller an owner of the image's bytes, until release. It reports false
// if they are gone.
func (k *object) retain() bool {
	for {
		n := k.owners.Load()
		if n == 0 {
			return false
		}
		if k.owners.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (k *object) release() {
	if k.owners.Add(-1) == 0 {
		k.img.Buffer.Close() // of a mapping that nobody else has; there is nobody to tell
	}
}

// drop is told that the object is unloaded. It waits for who reads its debug information,
// which the image and the linker give.
func (k *object) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.release()
}

// locate tells what lies at pc, which is in section e.
func (k *object) locate(e entry, pc uint64, lines bool) (Location, bool) {
	if !k.retain() {
		return Location{PC: pc}, false
	}
	defer k.release()
	at := pc
	if k.arm && e.code {
		at &^= 1
	}
	l := Location{PC: pc, Object: k.name, Offset: at - e.start}
	if i := int(e.sec) - len(k.img.Sections); i >= 0 {
		l.Section = k.made[i]
	} else {
		l.Section = strings.Clone(k.img.SectionName(objfmt.SectionID(e.sec)))
	}
	if s := k.symbol(at, e.start); s != nil {
		l.Symbol, l.Size, l.Offset = strings.Clone(s.name), uint64(s.size), at-s.addr
	}
	if lines && e.code {
		if d, _ := k.debugInfo(); d != nil {
			d.locate(&l, at)
		}
	}
	return l, true
}

// maxNest is how many symbols that begin and end inside another are looked over.
const maxNest = 16

// symbol finds the one that a lies in, not below from: the nearest without a size, or the
// nearest whose size reaches so far.
func (k *object) symbol(a, from uint64) *symbol {
	i := sort.Search(len(k.syms), func(i int) bool { return k.syms[i].addr > a }) - 1
	for low := max(i-maxNest, -1); i > low && k.syms[i].addr >= from; i-- {
		s := &k.syms[i]
		if a-s.addr < uint64(s.size) {
			return s
		}
		if s.size == 0 {
			if k.nearest(i, a) {
				return s
			}
		}
	}
	return nil
}

// nearest reports whether no symbol lies between the one at i and a.
func (k *object) nearest(i int, a uint64) bool { return i+1 == len(k.syms) || k.syms[i+1].addr > a }
