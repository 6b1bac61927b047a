package rtdyld

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Counts says how much an object holds.
type Counts struct {
	Relocs   uint64 // relocations of the sections that were processed
	Sections int    // sections in memory, those of the linker not among them
	Symbols  int    // entries of the symbol table
	Stubs    int
	Slots    int
	Bytes    uint64 // of memory
}

// Counts returns the object's numbers.
func (o *Object) Counts() Counts {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.state == Unloaded {
		return Counts{}
	}
	c := Counts{Relocs: o.plan.Relocs, Symbols: len(o.img.Symbols)}
	for i := range o.img.Sections {
		if o.kept(objfmt.SectionID(i)) {
			c.Sections++
		}
	}
	if o.classic != nil {
		for _, m := range o.classic.made {
			if m.need == reloc.NeedStub {
				c.Stubs++
			}
		}
	}
	for i := range o.plan.Entries {
		switch o.plan.Entries[i].Need {
		case reloc.NeedStub:
			c.Stubs++
		case reloc.NeedGOT, reloc.NeedTPSlot, reloc.NeedTLSGD, reloc.NeedTLSLD, reloc.NeedTLSDesc:
			c.Slots++
		}
	}
	for _, p := range o.piece {
		if p.req >= 0 {
			c.Bytes += p.size
		}
	}
	return c
}

// Made is a stub or slot that the linker made for an object.
type Made struct {
	Symbol  string           // what it stands for, cloned; empty for the pair of the object's own module
	Section string           // name of the section that it is in, as Sections has it
	In      objfmt.SectionID // of that section
	For     objfmt.SectionID // section that it is for alone, SecUndef if for the whole object
	What    string           // "stub", "got", "tlsgd", "tlsld", "tpoff", "tlsdesc"
	Addr    uint64           // target address
}

// Made lists the object's stubs and slots in the order of the symbol table.
func (o *Object) Made() []Made {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.state == Unloaded {
		return nil
	}
	var out []Made
	names := &pseudoNames
	text := texts{o: o}
	if o.classic != nil {
		out = o.classicStubs(&text)
	}
	if o.l.isClassic() {
		names = &classicNames
	}
	for i := range o.plan.Entries {
		en := &o.plan.Entries[i]
		if b, _, ok := o.classicSlot(en); ok && b != nil {
			continue // classicStubs has it
		}
		if what := madeNames[en.Need]; what != "" {
			k := secSlots
			if en.Need == reloc.NeedStub {
				k = secStubs
			}
			symbol := text.symbol(en.Sym)
			if en.Need == reloc.NeedTLSLD {
				symbol = "" // the object's own module
			}
			out = append(out, Made{
				Symbol: symbol, Section: names[k], In: o.pseudo(k), For: objfmt.SecUndef, What: what,
				Addr: o.place[o.pseudo(k)].addr + uint64(en.Off),
			})
		}
	}
	return out
}

// texts clones names of an object, each once however many stubs it is told of.
type texts struct {
	o        *Object
	symbols  map[objfmt.SymbolID]string
	sections map[objfmt.SectionID]string
}

// symbol is symbolName.
func (t *texts) symbol(sym objfmt.SymbolID) string {
	img := t.o.img
	if uint64(sym) < uint64(len(img.Symbols)) && img.SymbolName(sym) == "" {
		if n := t.section(img.Symbols[sym].Section); n != "" {
			return n // the name of its section stands for that of a section symbol
		}
	}
	text, known := t.symbols[sym]
	if !known {
		if text = t.o.symbolName(sym); t.symbols == nil {
			t.symbols = map[objfmt.SymbolID]string{}
		}
		t.symbols[sym] = text
	}
	return text
}

// section is sectionText.
func (t *texts) section(id objfmt.SectionID) string {
	text, known := t.sections[id]
	if !known {
		if text = t.o.sectionText(id); t.sections == nil {
			t.sections = map[objfmt.SectionID]string{}
		}
		t.sections[id] = text
	}
	return text
}

var madeNames = [reloc.NumNeeds]string{
	reloc.NeedStub: "stub", reloc.NeedGOT: "got", reloc.NeedTLSGD: "tlsgd", reloc.NeedTLSLD: "tlsld",
	reloc.NeedTPSlot: "tpoff", reloc.NeedTLSDesc: "tlsdesc",
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
	switch o.state {
	case Unloaded:
		return nil
	case unloading:
		return o.last // its names are gone already
	}
	return o.l.symbols(o)
}

func (l *Linker) symbols(o *Object) []LoadedSymbol {
	var out []LoadedSymbol
	for i := range o.img.Symbols {
		id := objfmt.SymbolID(i)
		s := &o.img.Symbols[i]
		if !s.Defined() || s.Type == objfmt.SymFile || s.Type == objfmt.SymSection {
			continue
		}
		if s.Section < objfmt.SecSpecial && !o.kept(s.Section) || s.Section == objfmt.SecUnloaded {
			continue
		}
		name := o.img.SymbolName(id)
		if name == "" {
			continue
		}
		ls := LoadedSymbol{ID: id, Name: name, Addr: s.Value, Size: s.Size, Section: s.Section, Type: s.Type, Bind: s.Bind, Local: s.Bind == objfmt.BindLocal || s.Vis >= objfmt.VisHidden || o.batch.alone}
		if s.Type == objfmt.SymIFunc {
			ls.Addr = o.ifuncAddr(id)
		} else if s.Section < objfmt.SecSpecial {
			ls.Addr += o.place[s.Section].addr
		}
		if id >= o.img.FirstGlobal {
			if nid := o.ids[id-o.img.FirstGlobal]; nid < idSpecial {
				e := &l.names.entries[nid]
				if e.obj != o.num+1 {
					continue // another definition counts
				}
				ls.Addr = l.defAddr(nid, e)
			}
		}
		if s.Type == objfmt.SymTLS {
			ls.Addr, _ = o.tlsOffset(id)
		}
		out = append(out, ls)
	}
	o.cloneSymbolNames(out)
	return out
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

// cloneSectionNames replaces names that view the image.
func (o *Object) cloneSectionNames(list []LoadedSection) {
	if cloneTexts(list, len(o.img.SecStrings)+len(list)*maxPseudoName, func(s *LoadedSection) *string { return &s.Name }) {
		return
	}
	own := o.img.CloneNames()
	for i := range list {
		if s := &list[i]; int(s.ID) < len(own.Sections) {
			s.Name = own.SectionName(s.ID)
		}
	}
}

// maxPseudoName is more than the bytes of any name that the linker gives a section.
const maxPseudoName = 32

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
