package reloc

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Entry is something the linker makes for a symbol of an object.
type Entry struct {
	Sym  objfmt.SymbolID
	Off  uint32 // bytes from the start of what it is in
	Need Need
}

// Entries are what the linker has made for an object. Entry i has number Symbols+i in
// the address table: a relocation that was redirected names that number instead of its
// symbol's. Entries must not change while an [Env] uses them.
type Entries struct {
	Symbols int // of the object
	List    []Entry
	// First finds the first entry of a symbol among those that all relocations of the symbol share; these follow each
	// other, in the order of the symbol table. It is nil where there are no such entries.
	First Firsts
	// LD is the index plus one of the NeedTLSLD entry, 0 for none.
	LD uint32
}

// Firsts says which symbols have entries, and where they are: for each 32 symbols a word with a bit for each, and the index of the first
// of their entries.
type Firsts []uint32

// FirstsLen is how many elements a Firsts has for so many symbols.
func FirstsLen(symbols int) int { return (symbols + 31) / 32 * 2 }

// Set says that a symbol's first entry is the one with index i. All symbols before it that have entries were set before.
func (f Firsts) Set(sym objfmt.SymbolID, i int) {
	w := f[sym/32*2:][:2]
	if w[0] == 0 {
		w[1] = uint32(i)
	}
	w[0] |= 1 << (sym & 31)
}

// Find returns the index of the entry for a need that a relocation means: that which
// it names, or the symbol's; -1 if the symbol has none that all relocations share.
func (e *Entries) Find(need Need, sym objfmt.SymbolID) int {
	if e.Redirected(sym) {
		if i := int(sym) - e.Symbols; i < len(e.List) {
			return i
		}
		return -1
	}
	if e.First == nil {
		return -1
	}
	w := e.First[sym/32*2:][:2]
	bit := uint32(1) << (sym & 31)
	if w[0]&bit == 0 {
		return -1
	}
	i := int(w[1]) + bits.OnesCount32(w[0]&(bit-1)) // each has one at least
	for i < len(e.List) && e.List[i].Sym < sym {
		i++
	}
	for ; i < len(e.List) && e.List[i].Sym == sym; i++ {
		if e.List[i].Need == need {
			return i
		}
	}
	return -1
}

// Redirected reports whether a relocation's symbol is the number of an entry.
func (e *Entries) Redirected(sym objfmt.SymbolID) bool { return uint64(sym) >= uint64(e.Symbols) }
