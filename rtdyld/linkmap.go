package rtdyld

import (
	"runtime"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
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
	c := Counts{Relocs: o.relocs, Symbols: o.numSymbols()}
	for i := range o.lay.File() {
		if o.kept(objfmt.SectionID(i)) {
			c.Sections++
		}
	}
	for _, en := range o.plan.All() {
		switch en.Need {
		case reloc.NeedStub:
			c.Stubs++
		case reloc.NeedGOT, reloc.NeedGOTTPOff, reloc.NeedTLSGD, reloc.NeedTLSLD, reloc.NeedTLSDesc, reloc.NeedGOTDTPOff:
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
	// Code is the address of a function's code where Addr is that of its descriptor, as in 64-bit PowerPC's ABI ELFv1; 0: there is none.
	Code uint64
}

// Entry is the address of the symbol's first instruction, if it is a function.
func (s *LoadedSymbol) Entry() uint64 {
	if s.Code != 0 {
		return s.Code
	}
	return s.Addr
}

// Symbols lists the object's named definitions that count, local ones included,
// in the order of the symbol table. Between some thousand symbols others may change what is loaded: those
// that follow are told as they are then, and none once the object is unloaded.
func (o *Object) Symbols() []LoadedSymbol {
	img := o.hold()
	if img == nil {
		return nil
	}
	defer o.letGo(img)
	out, own := o.appendAll(slices.Grow([]LoadedSymbol(nil), o.definitions()), 0)
	if !own {
		o.cloneSymbolNames(out)
	}
	return out
}

// AppendSymbols appends to a list what [Object.Symbols] returns, with names that view the image instead of clones: they
// are valid for as long as [Object.Image] may be read. Nothing else is allocated, so that going over many objects with one
// list costs no memory.
func (o *Object) AppendSymbols(list []LoadedSymbol) []LoadedSymbol {
	img := o.hold()
	if img == nil {
		return list
	}
	list, _ = o.appendAll(list, 0)
	o.letGo(img)
	return list
}

// AppendGlobals is [Object.AppendSymbols] of those symbols that are not local.
func (o *Object) AppendGlobals(list []LoadedSymbol) []LoadedSymbol {
	img := o.hold()
	if img == nil {
		return list
	}
	before, first := len(list), 0
	if o.linked == nil {
		first = int(img.FirstGlobal) // others may be local in spite of their places
	}
	list, _ = o.appendAll(list, first)
	o.letGo(img)
	n := before
	for i := before; i < len(list); i++ {
		if list[i].Bind == objfmt.BindLocal {
			continue
		}
		if n < i {
			list[n] = list[i]
		}
		n++
	}
	clear(list[n:])
	return list[:n]
}

// appendAll appends the symbols from number lo on, with names that view the image; own says that they are clones, as of an object that goes.
func (o *Object) appendAll(list []LoadedSymbol, lo int) (all []LoadedSymbol, own bool) {
	before := len(list)
	for more := true; more; lo += heed.Every {
		var last bool
		if all, more, last = o.symbolsFrom(list, lo); last {
			return append(list[:before], all...), true
		}
		list = all
	}
	return list, false
}

// hold keeps the object's image until letGo, however the object goes; nil if it has gone. The lock is not held while the image is parsed.
func (o *Object) hold() *objfmt.ObjectImage {
	if !o.holdBuffer() {
		return nil
	}
	return o.img()
}

func (o *Object) holdBuffer() bool {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.stage == unloaded {
		return false
	}
	o.buf.Retain() // it is the linker's, too
	return true
}

// letGo ends hold. The image stays until then, or it would be parsed again.
func (o *Object) letGo(img *objfmt.ObjectImage) {
	o.buf.Close()
	runtime.KeepAlive(img)
}

// symbolsFrom appends those of some symbols from number lo on, with names that view the image, and reports whether
// there are more; last says that the object goes, and out is all that is told of it.
func (o *Object) symbolsFrom(out []LoadedSymbol, lo int) (all []LoadedSymbol, more, last bool) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	switch o.stage {
	case unloaded:
		return nil, false, true
	case unloading:
		return o.last, false, true // its names are gone already
	}
	n := o.numSymbols()
	hi := min(lo+heed.Every, n)
	return o.l.appendSymbols(out, o, lo, hi), hi < n, false
}

// keepSymbols keeps an object's symbols for listeners, who look at them while it is
// unloaded.
func (l *Linker) keepSymbols(o *Object) {
	if len(l.cfg.Listeners) > 0 {
		o.last = l.symbols(o)
	}
}

// symbols is Symbols in a change, in steps between which others look.
func (l *Linker) symbols(o *Object) []LoadedSymbol {
	img := l.read(o)
	defer runtime.KeepAlive(img)
	out := slices.Grow([]LoadedSymbol(nil), o.definitions())
	n := o.numSymbols()
	for lo := 0; lo < n; lo += heed.Every {
		if lo > 0 {
			l.letLook()
		}
		out = l.appendSymbols(out, o, lo, min(lo+heed.Every, n))
	}
	o.cloneSymbolNames(out)
	return out
}

// definitions is how many symbols may be told of.
func (o *Object) definitions() (n int) {
	if o.linked != nil {
		return o.numSymbols() // nearly all are
	}
	syms := o.img().Symbols
	for i := range syms {
		if s := &syms[i]; s.Defined() && s.Type != objfmt.SymFile && s.Type != objfmt.SymSection {
			n++
		}
	}
	return n
}

// appendSymbols appends those of symbols from number lo up to, not including, hi, with names that view the image.
func (l *Linker) appendSymbols(out []LoadedSymbol, o *Object, lo, hi int) []LoadedSymbol {
	if o.linked != nil {
		return o.appendLocals(out, lo, hi)
	}
	img := o.img()
	for i := lo; i < hi; i++ {
		if !img.Symbols[i].Defined() {
			continue // as most are of small objects
		}
		if s, ok := l.loadedSymbol(o, img, objfmt.SymbolID(i)); ok {
			out = append(out, s)
		}
	}
	return out
}

// loadedSymbol is a symbol with a name that views the image, if it is a named definition
// that counts.
func (l *Linker) loadedSymbol(o *Object, img *objfmt.ObjectImage, id objfmt.SymbolID) (ls LoadedSymbol, ok bool) {
	s := &img.Symbols[id]
	if !s.Defined() || s.Type == objfmt.SymFile || s.Type == objfmt.SymSection {
		return ls, false
	}
	switch {
	case s.Section == objfmt.SecUnloaded:
		return ls, false
	case s.Section >= objfmt.SecSpecial || o.kept(s.Section):
	case o.debug[s.Section] == nil || !described(&img.Sections[s.Section]):
		return ls, false
	}
	name := img.SymbolName(id)
	if name == "" {
		return ls, false
	}
	ls = LoadedSymbol{ID: id, Name: name, Addr: s.Value, Size: s.Size, Section: s.Section, Type: s.Type, Bind: s.Bind, Local: s.Bind == objfmt.BindLocal || s.Vis >= objfmt.VisHidden || o.batch.alone}
	if s.Type == objfmt.SymIFunc {
		ls.Addr = o.ifuncAddr(id)
	} else if s.Section < objfmt.SecSpecial {
		ls.Addr += o.addr(s.Section)
	}
	if id >= img.FirstGlobal {
		if nid := o.ids[id-img.FirstGlobal]; nid < symtab.Special {
			if e := l.names.Settled(nid); !e.OwnedBy(o.num) {
				return ls, false // another definition counts
			}
			ls.Addr = l.defAddr(nid)
		}
	}
	if s.Type == objfmt.SymTLS {
		ls.Addr, _ = o.tlsOffset(id)
	}
	if d := o.descriptors.At(s.Section, s.Value); d != nil {
		ls.Code, _ = o.code(id, 0)
	}
	return ls, true
}

// cloneSymbolNames replaces names that view the image.
func (o *Object) cloneSymbolNames(list []LoadedSymbol) {
	if cloneTexts(list, len(o.img().Strings), func(s *LoadedSymbol) *string { return &s.Name }) {
		return
	}
	if o.linked != nil {
		for i := range list {
			list[i].Name = strings.Clone(list[i].Name)
		}
		return
	}
	own := o.img().CloneNames()
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
