package rtdyld

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// wrapPrefix and realPrefix are what GNU ld's --wrap puts in front of names.
const (
	wrapPrefix = "__wrap_"
	realPrefix = "__real_"
)

// Wrapping are names of functions and variables that are wrapped, as GNU ld's --wrap has it: a NAME of them that an object leaves undefined means
// __wrap_NAME, and __real_NAME means NAME. Objects that define NAME use their own. It does not change: linkers, collectors and goroutines may share one.
type Wrapping struct {
	names              []string
	plain, underscored map[objfmt.Key]wrapped // where names of C have nothing in front, and where they have "_"
}

// wrapped is the name that another one stands for.
type wrapped struct {
	key  objfmt.Key
	text string
}

// NewWrapping wraps names of C, without what some targets put in front of them. It is nil, which wraps nothing, if there are none.
func NewWrapping(names ...string) *Wrapping {
	if len(names) == 0 {
		return nil
	}
	with := func(prefix string) map[objfmt.Key]wrapped {
		m := make(map[objfmt.Key]wrapped, 2*len(names))
		enter := func(name, means string) {
			m[objfmt.KeyOf(prefix+name)] = wrapped{objfmt.KeyOf(prefix + means), prefix + means}
		}
		for _, name := range names {
			enter(realPrefix+name, name)
		}
		for _, name := range names { // what is wrapped itself counts before
			enter(name, wrapPrefix+name)
		}
		return m
	}
	return &Wrapping{slices.Clone(names), with(""), with("_")}
}

// Names are those that are wrapped, a copy. w may be nil.
func (w *Wrapping) Names() []string {
	if w == nil {
		return nil
	}
	return slices.Clone(w.names)
}

// of are the names for a target.
func (w *Wrapping) of(t triple.Triple) map[objfmt.Key]wrapped {
	switch {
	case w == nil:
		return nil
	case t.SymbolPrefix() == "":
		return w.plain
	}
	return w.underscored
}

// nameFor is the linkage name that a symbol from img.FirstGlobal on stands for. wraps are those of the image's target.
func nameFor(wraps map[objfmt.Key]wrapped, img *objfmt.ObjectImage, sym objfmt.SymbolID) (objfmt.Key, string) {
	s, key := &img.Symbols[sym], img.Key(sym)
	if s.Section == objfmt.SecUndef && len(wraps) > 0 {
		if w, is := wraps[key]; is {
			return w.key, w.text
		}
	}
	return key, img.NameAt(s.Name, s.NameLen)
}
