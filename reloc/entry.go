package reloc

import "github.com/go-rtdyld/rtdyld/objfmt"

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
	// First gives the index plus one of a symbol's first entry among those that all
	// relocations of the symbol share, 0 for none; these follow each other. It is nil
	// where there are no such entries.
	First []uint32
	// LD is the index plus one of the NeedTLSLD entry, 0 for none.
	LD uint32
}

// Find returns the index of the entry for a need that a relocation means: that which
// it names, or the symbol's; -1 if the symbol has none that all relocations share.
func (e *Entries) Find(need Need, sym objfmt.SymbolID) int {
	if uint64(sym) >= uint64(len(e.First)) {
		if i := int(sym) - e.Symbols; i >= 0 && i < len(e.List) {
			return i
		}
		return -1
	}
	if e.First[sym] == 0 {
		return -1
	}
	for i := int(e.First[sym]) - 1; i < len(e.List) && e.List[i].Sym == sym; i++ {
		if e.List[i].Need == need {
			return i
		}
	}
	return -1
}

// Redirected reports whether a relocation's symbol is the number of an entry.
func (e *Entries) Redirected(sym objfmt.SymbolID) bool { return uint64(sym) >= uint64(e.Symbols) }
