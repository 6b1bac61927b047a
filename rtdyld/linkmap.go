package rtdyld

import (
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Counts says how much an object holds.
type Counts struct {
	Relocs     uint64 // relocations of the sections that were processed
	Sections   int    // sections in memory, those of the linker not among them
	Symbols    int    // entries of the symbol table
	Stubs      int
	GOTEntries int
	Bytes      uint64 // of memory
}

// Counts returns the object's numbers.
func (o *Object) Counts() Counts {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.stage == unloaded {
		return Counts{}
	}
	c := Counts{Relocs: o.relocs, Symbols: len(o.img.Symbols)}
	for i := range o.img.Sections {
		if o.kept(objfmt.SectionID(i)) {
			c.Sections++
		}
	}
	for i := range o.plan.List {
		switch o.plan.List[i].Need {
		case reloc.NeedStub:
			c.Stubs++
		case reloc.NeedGOT, reloc.NeedGOTTPOff, reloc.NeedTLSGD, reloc.NeedTLSLD, reloc.NeedTLSDesc:
			c.GOTEntries++
		}
	}
	for i := range o.lay.Pieces {
		if p := &o.lay.Pieces[i]; p.Req != 0 {
			c.Bytes += p.Size
		}
	}
	for _, d := range o.late.list() {
		c.Bytes += uint64(len(d.Mem))
	}
	return c
}

// LoadedSymbol is a definition that an object holds.
type LoadedSymbol struct {
	ID      objfmt.SymbolID // its number in the image's symbol table
	Name    string          // a clone
	Addr    uint64          // target address; for a thread-local the offset in the object's block
	Size    uint64          // bytes
	Section objfmt.SectionID
	Type    objfmt.SymbolType
	Bind    objfmt.Binding
	Local   bool // not seen outside its batch
}

// Symbols lists the object's named definitions that count, local ones included,
// in the order of the symbol table.
func (o *Object) Symbols() []LoadedSymbol {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	switch o.stage {
	case unloaded:
		return nil
	case unloading:
		return o.last // its names are gone already
	}
	return o.l.symbols(o)
}

// keepSymbols keeps an object's symbols for listeners, who look at them while it is
// unloaded.
func (l *Linker) keepSymbols(o *Object) {
	if len(l.cfg.Listeners) > 0 {
		o.last = l.symbols(o)
	}
}

func (l *Linker) symbols(o *Object) []LoadedSymbol {
	n := 0
	for i := range o.img.Symbols {
		if s := &o.img.Symbols[i]; s.Defined() && s.Type != objfmt.SymFile && s.Type != objfmt.SymSection {
			n++
		}
	}
	out := slices.Grow([]LoadedSymbol(nil), n)
	for i := range o.img.Symbols {
		if s, ok := l.loadedSymbol(o, objfmt.SymbolID(i)); ok {
			out = append(out, s)
		}
	}
	o.cloneSymbolNames(out)
	return out
}

// loadedSymbol is a symbol with a name that views the image, if it is a named definition
// that counts.
func (l *Linker) loadedSymbol(o *Object, id objfmt.SymbolID) (ls LoadedSymbol, ok bool) {
	s := &o.img.Symbols[id]
	if !s.Defined() || s.Type == objfmt.SymFile || s.Type == objfmt.SymSection {
		return ls, false
	}
	if s.Section < objfmt.SecSpecial && !o.kept(s.Section) || s.Section == objfmt.SecUnloaded {
		return ls, false
	}
	name := o.img.SymbolName(id)
	if name == "" {
		return ls, false
	}
	ls = LoadedSymbol{ID: id, Name: name, Addr: s.Value, Size: s.Size, Section: s.Section, Type: s.Type, Bind: s.Bind, Local: s.Bind == objfmt.BindLocal || s.Vis >= objfmt.VisHidden || o.batch.alone}
	if s.Type == objfmt.SymIFunc {
		ls.Addr = o.ifuncAddr(id)
	} else if s.Section < objfmt.SecSpecial {
		ls.Addr += o.addr(s.Section)
	}
	if id >= o.img.FirstGlobal {
		if nid := o.ids[id-o.img.FirstGlobal]; nid < symtab.Special {
			if e, _ := l.names.Settled(nid); !e.OwnedBy(o.num) {
				return ls, false // another definition counts
			}
			ls.Addr = l.defAddr(nid)
		}
	}
	if s.Type == objfmt.SymTLS {
		ls.Addr, _ = o.tlsOffset(id)
	}
	return ls, true
}

// cloneSymbolNames replaces names that view the image.
func (o *Object) cloneSymbolNames(list []LoadedSymbol) {
	if cloneTexts(list, len(o.img.Strings), func(s *LoadedSymbol) *string { return &s.Name }) {
		return
	}
	own := o.img.CloneNames()
	for i := range list {
		list[i].Name = own.SymbolName(list[i].ID)
	}
}

// cloneTexts replaces a text of each element by a clone, all parts of one. It is false,
// and does nothing, if they have more than most bytes together, as texts have that share
// their bytes.
func cloneTexts[T any](list []T, most int, text func(*T) *string) bool {
	size := 0
	for i := range list {
		if size += len(*text(&list[i])); size > most {
			return false
		}
	}
	var b strings.Builder
	b.Grow(size)
	for i := range list {
		b.WriteString(*text(&list[i]))
	}
	rest := b.String()
	for i := range list {
		s := text(&list[i])
		*s, rest = rest[:len(*s)], rest[len(*s):]
	}
	return true
}
