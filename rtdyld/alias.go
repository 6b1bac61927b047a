package rtdyld

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Names may stand for other names. A weak external of COFF and /alternatename give
// way to a definition anywhere; an indirect symbol of Mach-O does not. Where a name
// stands for another, the objects that mention it are made to mention the other
// one: from then on nothing is special about them.
//
// "__imp_" and a name is what code for Windows calls the pointer to that name in a
// table of imports. Where nobody defines it, the object gets a slot of its own for
// it, filled like any other.

// mention is a name that an object needs to know beside those of its symbols.
type mention struct {
	id  uint32
	sym objfmt.SymbolID // of the pointer "__imp_" to it, NoSymbol for none
}

// stand says that a name stands for another one.
type stand struct {
	name, other uint32
	always      bool // even if the name is defined outside; else only if nobody defines it
}

// imported is what a COFF import library says of a name, and how many objects with a
// record of it are loaded.
type imported struct {
	objfmt.Import
	n int
}

// importKey is a name and the unit that it is for: 0 for all but batches of LoadWith.
type importKey struct {
	symbol string
	unit   uint32
}

// importKey is that of the object's import record. Its text views the image.
func (o *Object) importKey() importKey {
	key := importKey{symbol: o.img.Import.Symbol}
	if o.batch.alone {
		key.unit = o.batch.unit
	}
	return key
}

// imported is what a loaded import record says of a name, nil if there is none.
func (l *Linker) imported(e *name) *objfmt.Import {
	im, ok := l.imports[importKey{e.text, e.batch}]
	if !ok {
		im, ok = l.imports[importKey{e.text, 0}]
	}
	if !ok {
		return nil
	}
	return &im.Import
}

const impPrefix = "__imp_"

// mentionName enters a name that the object needs beside its symbols.
func (l *Linker) mentionName(o *Object, text string, sym objfmt.SymbolID, hidden hiddenNames) uint32 {
	id := l.names.intern(objfmt.HashName(text), text, o.batch.unit, hidden, o.num+1)
	l.names.entries[id].refs++
	o.mentions = append(o.mentions, mention{id, sym})
	return id
}

// mentionImport enters the name behind an undefined "__imp_" symbol.
func (l *Linker) mentionImport(o *Object, sym objfmt.SymbolID, text string, hidden hiddenNames) {
	if o.coff && len(text) > len(impPrefix) && text[:len(impPrefix)] == impPrefix {
		l.mentionName(o, text[len(impPrefix):], sym, hidden)
	}
}

// enterAlias enters a symbol that stands for another one and reports whether it is
// no definition of its own: one for a name that is not defined beside it.
func (l *Linker) enterAlias(o *Object, s *objfmt.Symbol, id uint32, hidden hiddenNames) bool {
	img := o.img
	t := aliasTarget(img, s)
	if t == objfmt.NoSymbol {
		return true // nobody's: a weak reference
	}
	target := &img.Symbols[t]
	switch {
	case target.Section < objfmt.SecSpecial, target.Section == objfmt.SecCommon:
		return false
	case target.Section == objfmt.SecAbs:
		return target.Value == 0 // what compilers write for "nothing": a weak reference
	}
	text := img.SymbolName(t)
	if text == "" {
		return true
	}
	other, known := l.aliased[t]
	if known {
		l.names.entries[other].refs++
		o.mentions = append(o.mentions, mention{other, objfmt.NoSymbol})
	} else {
		other = l.mentionName(o, text, objfmt.NoSymbol, hidden)
		if l.aliased == nil {
			l.aliased = map[objfmt.SymbolID]uint32{}
		}
		l.aliased[t] = other
	}
	l.standFor(o, id, other, s.Bind != objfmt.BindWeak)
	return true
}

// aliasTarget follows aliases to the symbol that they stand for, NoSymbol if that
// leads nowhere.
func aliasTarget(img *objfmt.ObjectImage, s *objfmt.Symbol) objfmt.SymbolID {
	for range 16 {
		if s.Value >= uint64(len(img.Symbols)) {
			break
		}
		t := objfmt.SymbolID(s.Value)
		if s = &img.Symbols[t]; s.Section != objfmt.SecAlias {
			return t
		}
	}
	return objfmt.NoSymbol
}

// localAliases gives symbols that nobody else sees (Mach-O N_INDR without N_EXT) the
// addresses of what they stand for.
func (o *Object) localAliases(addr []uint64) {
	for i := range addr {
		s := &o.img.Symbols[i]
		if s.Section != objfmt.SecAlias || s.Bind != objfmt.BindLocal {
			continue
		}
		addr[i] = 0
		if t := aliasTarget(o.img, s); t != objfmt.NoSymbol {
			addr[i] = addr[t]
		}
	}
}

func (l *Linker) standFor(o *Object, name, other uint32, always bool) {
	if name == other {
		return
	}
	l.names.entries[name].refs++ // nothing else may mention it once rename has been here
	o.stands = append(o.stands, stand{name, other, always})
	if l.stands == nil {
		l.stands = map[uint32]stand{}
	}
	if _, ok := l.stands[name]; !ok {
		l.stands[name] = o.stands[len(o.stands)-1]
	}
}

// enterDirectives enters what the object says in words.
func (l *Linker) enterDirectives(o *Object, hidden hiddenNames) {
	for i := range o.img.Directives {
		d := &o.img.Directives[i]
		if d.Kind == objfmt.DirAlternateName && d.Name != "" && d.Value != "" {
			name := l.mentionName(o, d.Name, objfmt.NoSymbol, hidden)
			l.standFor(o, name, l.mentionName(o, d.Value, objfmt.NoSymbol, hidden), false)
		}
	}
	if im := o.img.Import; im != nil {
		if l.imports == nil {
			l.imports = map[importKey]imported{}
		}
		key := o.importKey()
		n := l.imports[key].n + 1
		key.symbol = strings.Clone(key.symbol)
		l.imports[key] = imported{n: n, Import: objfmt.Import{Symbol: strings.Clone(im.Symbol), Library: strings.Clone(im.Library), Name: strings.Clone(im.Name), Ordinal: im.Ordinal, ByOrdinal: im.ByOrdinal, Data: im.Data}}
	}
}

// forgetMentions takes back what the functions above entered.
func (l *Linker) forgetMentions(o *Object) {
	for _, s := range o.stands {
		if l.stands[s.name] == s {
			delete(l.stands, s.name)
		}
		l.names.unref(s.name, o)
	}
	for _, m := range o.mentions {
		l.names.unref(m.id, o)
	}
	if o.img.Import != nil && o.ids != nil { // it is entered
		key := o.importKey()
		if x := l.imports[key]; x.n > 1 {
			x.n--
			key.symbol = strings.Clone(key.symbol) // the key is replaced, too
			l.imports[key] = x
		} else {
			delete(l.imports, key)
		}
	}
	o.mentions, o.stands = nil, nil
}

// rename makes the objects mention what their names stand for; always tells which
// kind is meant. It reports whether it changed anything.
func (l *Linker) rename(set []*Object, always bool) bool {
	if len(l.stands) == 0 {
		return false
	}
	changed := false
	for _, o := range set {
		for k, id := range o.ids {
			if id >= idSpecial {
				continue
			}
			for range 16 { // a stands for b stands for c
				st, ok := l.stands[id]
				if !ok || st.always != always || !always && (l.names.entries[id].class != defNone || l.names.entries[st.other].class == defNone) {
					break
				}
				if l.names.entries[id].obj != 0 {
					break // it is defined, too, and that counts
				}
				l.names.entries[st.other].refs++
				l.names.unref(id, o)
				id, changed = st.other, true
				o.ids[k] = id
			}
		}
	}
	return changed
}

// importOf is the name behind a "__imp_" symbol, 0 if it is none.
func (o *Object) importOf(sym objfmt.SymbolID) uint32 {
	lo, hi := 0, len(o.mentions)
	for lo < hi {
		mid := (lo + hi) / 2
		if s := o.mentions[mid].sym; s == objfmt.NoSymbol || s > sym {
			hi = mid
		} else if s < sym {
			lo = mid + 1
		} else {
			return o.mentions[mid].id
		}
	}
	return 0
}

// madeImport reports whether the object needs a pointer of its own for a "__imp_"
// symbol, and to which name.
func (l *Linker) madeImport(o *Object, sym objfmt.SymbolID) (uint32, bool) {
	if len(o.mentions) == 0 || sym < o.img.FirstGlobal || uint64(sym) >= uint64(len(o.img.Symbols)) {
		return 0, false
	}
	id := o.importOf(sym)
	if id == 0 {
		return 0, false
	}
	own := o.ids[sym-o.img.FirstGlobal]
	return id, own < idSpecial && l.names.entries[own].class == defNone
}

// aliasAddr is the address of what a symbol in SecAlias stands for.
func (l *Linker) aliasAddr(o *Object, s *objfmt.Symbol) uint64 {
	t := aliasTarget(o.img, s)
	if t == objfmt.NoSymbol {
		return 0
	}
	target := &o.img.Symbols[t]
	if t >= o.img.FirstGlobal {
		if id := o.ids[t-o.img.FirstGlobal]; id < idSpecial {
			if e := &l.names.entries[id]; e.obj != 0 && (e.obj != o.num+1 || e.sym != t) {
				return e.addr
			} else if target.Section == objfmt.SecCommon {
				return l.defAddr(id, e)
			}
		}
	}
	if target.Section < objfmt.SecSpecial {
		return o.place[target.Section].addr + target.Value
	}
	return target.Value
}
