package rtdyld

import (
	"context"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Names may be aliases of other names. A weak external of COFF and /alternatename give
// way to a definition anywhere; an indirect symbol of Mach-O does not. The objects
// that mention an alias are made to mention the other name: from then on nothing is
// special about them.
//
// "__imp_" and a name is what code for Windows calls the pointer to that name in a
// table of imports. Where nobody defines it, the object gets a GOT entry of its own for
// it, filled like any other.

// mention is a name that an object needs to know beside those of its symbols.
type mention struct {
	id  uint32
	sym objfmt.SymbolID // of the pointer "__imp_" to it, NoSymbol for none
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
	key := importKey{symbol: o.img().Import.Symbol}
	if o.batch.alone {
		key.unit = o.batch.names.Unit
	}
	return key
}

// imported is what a loaded import record says of a name, nil if there is none.
func (l *Linker) imported(id uint32) *objfmt.Import {
	im, ok := l.imports[importKey{l.names.Text(id), l.names.Unit(id)}]
	if !ok {
		im, ok = l.imports[importKey{l.names.Text(id), 0}]
	}
	if !ok {
		return nil
	}
	return &im.Import
}

// mentionName enters a name that the object needs beside its symbols.
func (l *Linker) mentionName(o *Object, text string, sym objfmt.SymbolID) uint32 {
	id := l.names.Declare(o.num, objfmt.KeyOf(text), text)
	o.mentions = append(o.mentions, mention{id, sym})
	return id
}

// enterUndefined enters what an undefined name means if nobody defines it.
func (l *Linker) enterUndefined(o *Object, sym objfmt.SymbolID, text string) {
	switch meaning, name := o.steps.Undefined(text); meaning {
	case quirk.Pointer:
		l.mentionName(o, name, sym)
	case quirk.Module:
		if l.cfg.TLS != nil && !l.compat.noOwnNames {
			o.own.module = sym + 1
		}
	case quirk.Constant:
		if l.cfg.TLS != nil && !l.compat.noOwnNames {
			o.own.constant = sym + 1
		}
	case quirk.Supplied:
		o.enterSupplied(sym, text)
	case quirk.Alias:
		l.names.Alias(o.num, o.ids[sym-o.img().FirstGlobal], l.mentionName(o, name, objfmt.NoSymbol), false)
	}
}

// ownNames are the symbols that an object has its own definition for where no other object
// has one, each plus one, 0 for none.
type ownNames struct {
	module   objfmt.SymbolID // a GOT entry with the module of its thread-locals
	constant objfmt.SymbolID
}

// has reports whether a symbol is one of them.
func (n *ownNames) has(sym objfmt.SymbolID) bool { return n.module == sym+1 || n.constant == sym+1 }

// isOwn reports whether the object's own definition of a symbol counts.
func (l *Linker) isOwn(o *Object, sym objfmt.SymbolID) bool {
	return o.own.has(sym) && !l.names.At(o.ids[sym-o.img().FirstGlobal]).Defined()
}

// enterAlias enters a symbol that is an alias of another one and reports whether it is
// no definition of its own: one for a name that is not defined beside it.
func (l *Linker) enterAlias(o *Object, s *objfmt.Symbol, id uint32) bool {
	img := o.img()
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
	load := o.batch.load
	other, known := load.aliased[t]
	if known {
		l.names.Mention(other)
		o.mentions = append(o.mentions, mention{other, objfmt.NoSymbol})
	} else {
		other = l.mentionName(o, text, objfmt.NoSymbol)
		if load.aliased == nil {
			load.aliased = map[objfmt.SymbolID]uint32{}
		}
		load.aliased[t] = other
	}
	l.names.Alias(o.num, id, other, s.Bind != objfmt.BindWeak)
	return true
}

// aliasTarget follows aliases to the symbol that they are aliases of, NoSymbol if that
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

// enterDirectives enters what the object says in words. The error is the context's.
func (l *Linker) enterDirectives(ctx context.Context, o *Object) error {
	var done heed.Count
	for i := range o.img().Directives {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		d := &o.img().Directives[i]
		if d.Kind == objfmt.DirAlternateName && d.Name != "" && d.Value != "" {
			name := l.mentionName(o, d.Name, objfmt.NoSymbol)
			l.names.Alias(o.num, name, l.mentionName(o, d.Value, objfmt.NoSymbol), false)
		}
	}
	if im := o.img().Import; im != nil {
		if l.imports == nil {
			l.imports = map[importKey]imported{}
		}
		key := o.importKey()
		n := l.imports[key].n + 1
		key.symbol = strings.Clone(key.symbol)
		l.imports[key] = imported{n: n, Import: objfmt.Import{Symbol: strings.Clone(im.Symbol), Library: strings.Clone(im.Library), Name: strings.Clone(im.Name), Ordinal: im.Ordinal, ByOrdinal: im.ByOrdinal, Data: im.Data}}
	}
	return nil
}

// forgetMentions takes back what the functions above entered.
func (l *Linker) forgetMentions(o *Object) {
	for l.names.RetractAliases(o.num, heed.Every) {
		l.letLook()
	}
	for mentions := range slices.Chunk(o.mentions, heed.Every) {
		for _, m := range mentions {
			l.names.RetractMention(o.num, m.id)
		}
		if len(mentions) == heed.Every {
			l.letLook()
		}
	}
	if o.isImport() && len(o.ids) > 0 { // it is entered
		key := o.importKey()
		if x := l.imports[key]; x.n > 1 {
			x.n--
			key.symbol = strings.Clone(key.symbol) // the key is replaced, too
			l.imports[key] = x
		} else {
			delete(l.imports, key)
		}
	}
	o.mentions = nil
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

// importsInSections reports whether pointers to imports lie in the sections that use them, as in RuntimeDyld.
func (o *Object) importsInSections() bool {
	return o.l.compat.stubs && o.table.RuntimeDyld.Imports
}

// madeImport reports whether the object needs a pointer of its own for a "__imp_"
// symbol, and to which name.
func (l *Linker) madeImport(o *Object, sym objfmt.SymbolID) (uint32, bool) {
	if len(o.mentions) == 0 || sym < o.img().FirstGlobal || uint64(sym) >= uint64(len(o.img().Symbols)) {
		return 0, false
	}
	id := o.importOf(sym)
	if id == 0 {
		return 0, false
	}
	own := o.ids[sym-o.img().FirstGlobal]
	return id, own < symtab.Special && !l.names.At(own).Defined()
}
