package rtdyld

import (
	"cmp"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Each of these iterators takes the lock for a step and holds none while the loop's body
// runs.

// ObjectSeq goes over what [Linker.Objects] lists, without the list. The loop's body may use
// the linker: what it loads may be left out, what it unloads is.
func (l *Linker) ObjectSeq() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		for i := 0; ; i++ {
			o := l.objectFrom(&i)
			if o == nil || !yield(o) {
				return
			}
		}
	}
}

// objectFrom is the first object whose number is i or more, nil if there is none, and sets
// i to its number.
func (l *Linker) objectFrom(i *int) *Object {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; *i < l.objects.Len(); *i++ {
		if o := l.object(uint32(*i)); o.shown() {
			return o
		}
	}
	return nil
}

// SectionSeq goes over what [Object.Sections] lists, without the list in our layout. The
// loop's body may use the linker; once the object is unloaded the loop ends.
func (o *Object) SectionSeq() iter.Seq[LoadedSection] {
	if o.l.cfg.Layout == RuntimeDyld { // in an order of its own
		return func(yield func(LoadedSection) bool) { slices.Values(o.Sections())(yield) }
	}
	return func(yield func(LoadedSection) bool) {
		img := o.img() // stays until the loop ends, or it might be parsed many times
		defer runtime.KeepAlive(img)
		var names cloner
		for i := objfmt.SectionID(0); ; i++ {
			s, ok := o.sectionFrom(&i, &names)
			if !ok || !yield(s) {
				return
			}
		}
	}
}

// sectionFrom is the first section in memory whose ID is i or more, and sets i to its ID.
func (o *Object) sectionFrom(i *objfmt.SectionID, names *cloner) (s LoadedSection, ok bool) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	for ; o.stage != unloaded && int(*i) < len(o.lay.Sections); *i++ {
		if s, ok = o.loadedSection(*i); !ok {
			continue
		}
		if int(*i) < len(o.lay.File()) { // a name that the linker gives is a constant
			img := o.img()
			s.Name = names.clone(s.Name, img, len(img.SecStrings), func(own *objfmt.ObjectImage) string { return own.SectionName(s.ID) })
		}
		return s, true
	}
	return s, false
}

// SymbolSeq goes over what [Object.Symbols] lists, without the list. The loop's body may use
// the linker; once the object is unloaded the loop ends.
func (o *Object) SymbolSeq() iter.Seq[LoadedSymbol] {
	return func(yield func(LoadedSymbol) bool) {
		img := o.img()
		defer runtime.KeepAlive(img)
		var names cloner
		for i := objfmt.SymbolID(0); ; i++ {
			s, ok := o.symbolFrom(&i, &names)
			if !ok || !yield(s) {
				return
			}
		}
	}
}

// symbolFrom is the first of the object's symbols whose ID is i or more, and sets i to its
// ID.
func (o *Object) symbolFrom(i *objfmt.SymbolID, names *cloner) (s LoadedSymbol, ok bool) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	switch o.stage {
	case unloaded:
		return s, false
	case unloading:
		at, _ := slices.BinarySearchFunc(o.last, *i, func(s LoadedSymbol, id objfmt.SymbolID) int { return cmp.Compare(s.ID, id) })
		if at == len(o.last) {
			return s, false
		}
		*i = o.last[at].ID
		return o.last[at], true
	}
	img := o.img()
	for ; int(*i) < len(img.Symbols); *i++ {
		if s, ok = o.l.loadedSymbol(o, img, *i); ok {
			s.Name = names.clone(s.Name, img, len(img.Strings), func(own *objfmt.ObjectImage) string { return own.SymbolName(s.ID) })
			return s, true
		}
	}
	return s, false
}

// cloner clones names of an image one by one, until that takes more bytes than all of them,
// as with names that share their bytes; then all at once.
type cloner struct {
	bytes int
	own   *objfmt.ObjectImage
}

// clone clones a name that views img, in which all names together have most bytes. from is
// the name in a clone of all.
func (c *cloner) clone(name string, img *objfmt.ObjectImage, most int, from func(*objfmt.ObjectImage) string) string {
	if c.own == nil {
		if c.bytes += len(name); c.bytes <= most {
			return strings.Clone(name)
		}
		c.own = img.CloneNames()
	}
	return from(c.own)
}

// Objects returns the objects that are loaded or finalized, in no promised order
// between batches and in argument order within one.
func (l *Linker) Objects() []*Object {
	l.mu.Lock()
	defer l.mu.Unlock()
	var objs []*Object
	for o := range l.all() {
		if o.shown() {
			objs = append(objs, o)
		}
	}
	return objs
}
