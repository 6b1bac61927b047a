package rtdyld

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// What sections that stay say of those that are dropped with their groups.

// deadRef is a local symbol in a dropped section that kept sections refer to: it
// means the same offset in the winner's section.
type deadRef struct {
	sym   objfmt.SymbolID
	owner uint32 // object number
	sec   objfmt.SectionID
	value uint64
}

// findDead looks for the counterparts of local symbols in dropped sections that
// kept sections refer to.
func (l *Linker) findDead(ctx context.Context, o *Object, sc *scratch) error {
	syms, first := o.img().Symbols, int(o.img().FirstGlobal)
	f := finder{ctx: ctx, l: l, o: o}
	for lo := 0; lo < len(syms); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(syms))
		if err != nil {
			return o.ended("find counterparts", err)
		}
		for i := lo; i < hi; i++ {
			if !sc.Marked(objfmt.SymbolID(i)) || i >= first && o.ids[i-first] != idNone {
				continue // few are that are not bound by name, and what others are of need not be looked at
			}
			if s := &syms[i]; s.Section < objfmt.SecSpecial && o.dropped(s.Section) {
				if err := f.dead(objfmt.SymbolID(i), s); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// dead is findDead for one symbol in a dropped section that kept sections refer to.
func (f *finder) dead(sym objfmt.SymbolID, s *objfmt.Symbol) error {
	o := f.o
	if s.Bind != objfmt.BindLocal && o.img().Hash(sym) != 0 {
		return nil // bound by name
	}
	p := f.counterpart(s.Section)
	if f.err != nil {
		return f.err
	}
	if p.ok {
		o.dead = append(o.dead, deadRef{sym, p.owner, p.sec, s.Value})
		return nil
	}
	at, ok := f.leftover(sym)
	if ok {
		o.dead = append(o.dead, deadRef{sym, o.num, at, 0})
	} else if f.err == nil {
		w := f.winner(s.Section)
		return &DroppedError{Object: o.name, Symbol: o.img().DisplayName(sym), Group: w.group, Winner: w.name}
	}
	return f.err
}

// finder answers questions about what an object's dropped sections had, each question
// about a section or group once.
type finder struct {
	ctx     context.Context
	err     error // of a context that has ended: what has been answered since is not so
	l       *Linker
	o       *Object
	groups  map[uint32]winner // by Section.Group, those that have one
	found   map[objfmt.SectionID]counterpart
	left    map[objfmt.SymbolID]objfmt.SectionID // leftovers; SecUndef for what is none
	looked  bool                                 // left is made
	groupOf winner                               // scratch, of a section without a group
	of      objfmt.SectionID                     // the section that groupOf is about, plus one
	once    []objfmt.SectionID                   // the object's linkonce sections, in order; nil: not listed
}

// winner is the object whose group counts in place of a dropped section's.
type winner struct {
	group string  // its name, a clone
	name  string  // of the object
	w     *Object // nil if it is gone
}

// counterpart is the counterpart of a section, if ok.
type counterpart struct {
	owner uint32
	sec   objfmt.SectionID
	ok    bool
}

// winner finds the object whose group counts in place of that of a dropped section.
func (f *finder) winner(id objfmt.SectionID) winner {
	img := f.o.img()
	g := img.Sections[id].Group
	if g == 0 { // linkonce, or in no group and dropped with what it describes
		if f.of != id+1 {
			f.groupOf, f.of = f.winnerOf(img.SectionName(id), f.linkOnceName(id)), id+1
		}
		return f.groupOf
	}
	x, known := f.groups[g]
	if !known {
		x = f.winnerOf(img.GroupName(&img.Groups[g-1]), f.o.groupNames[g-1])
		if f.groups == nil {
			f.groups = map[uint32]winner{}
		}
		f.groups[g] = x
	}
	return x
}

// winnerOf is winner for the group of name id.
func (f *finder) winnerOf(group string, id uint32) winner {
	x := winner{group: strings.Clone(group), name: "another object"}
	if owner, ok := f.l.names.GroupOwner(id); ok {
		x.w = f.l.object(owner)
		x.name = x.w.name
	}
	return x
}

// linkOnceName is the ID of the group that a linkonce section is, 0 for any other section.
func (f *finder) linkOnceName(id objfmt.SectionID) uint32 {
	o := f.o
	if o.img().Sections[id].Role != objfmt.RoleLinkOnce {
		return 0
	}
	if f.once == nil {
		for lo := 0; lo < len(o.img().Sections); lo += heed.Every {
			hi, err := heed.Piece(f.ctx, lo, len(o.img().Sections))
			if err != nil {
				f.err = o.ended("find counterparts", err)
				return 0
			}
			for i := lo; i < hi; i++ {
				if o.img().Sections[i].Role == objfmt.RoleLinkOnce {
					f.once = append(f.once, objfmt.SectionID(i))
				}
			}
		}
	}
	k, _ := slices.BinarySearch(f.once, id)
	return o.groupNames[len(o.img().Groups)+k]
}

// counterpart finds the section in the winning object's group that corresponds to a
// dropped section: the section of the same name and size.
func (f *finder) counterpart(id objfmt.SectionID) counterpart {
	p, known := f.found[id]
	if known {
		return p
	}
	if w := f.winner(id).w; w != nil {
		p.owner = w.num
		if p.sec, p.ok, f.err = f.o.batch.load.counterparts.find(f.ctx, w, f.o, id); f.err != nil {
			f.err = f.o.ended("find counterparts", f.err)
			return p
		}
	}
	if f.found == nil {
		f.found = map[objfmt.SectionID]counterpart{}
	}
	f.found[id] = p
	return p
}

// leftover is for a symbol that only data mentions where functions share sections of
// jump tables, as GNU's compilers have them in COFF: those of dropped
// functions stay; nothing else can get hold of a name inside a function. What they
// hold is of no use: the start of a section that has such a table does as well as
// anything, and is in reach. It is false where code or a system's table mentions the symbol.
func (f *finder) leftover(sym objfmt.SymbolID) (objfmt.SectionID, bool) {
	o := f.o
	if !o.steps.SharedTables || o.img().Sections[o.img().Symbols[sym].Section].Kind != objfmt.KindCode {
		return 0, false
	}
	if !f.looked {
		f.looked = true
		f.leftovers()
	}
	if f.err != nil {
		return 0, false
	}
	at, ok := f.left[sym]
	return at, ok && at != objfmt.SecUndef
}

// leftovers looks at all mentions of dropped sections.
func (f *finder) leftovers() {
	o := f.o
	f.left = map[objfmt.SymbolID]objfmt.SectionID{}
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(f.ctx, c)
	for k := range o.img().Sections {
		id, s := objfmt.SectionID(k), &o.img().Sections[k]
		if !f.l.wanted(o, id) {
			continue
		}
		// Somebody else reads a table of constructors, of functions.
		read := s.Kind == objfmt.KindCode || s.Role != objfmt.RolePlain && s.Role != objfmt.RoleEHFrame && s.Role != objfmt.RoleLSDA && s.Role != objfmt.RoleDebug
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			if in := o.img().Symbols[r.Sym].Section; in >= objfmt.SecSpecial || !o.dropped(in) {
				continue
			}
			if _, seen := f.left[r.Sym]; read {
				f.left[r.Sym] = objfmt.SecUndef
			} else if !seen && o.kept(id) {
				f.left[r.Sym] = id
			}
		}
		if f.err = c.Err(); f.err != nil {
			return
		}
	}
}

// counterpartKey is what a section of a group and its counterpart have in common.
type counterpartKey struct {
	group   uint32 // its name's number in counterparts, 0 for none
	section string // view of the name
	size    uint64
}

// counterparts has the first section of each kind in objects whose groups count. The objects of
// a batch share it.
type counterparts struct {
	mu      sync.Mutex
	first   map[uint32]map[counterpartKey]objfmt.SectionID // by the object's number
	groups  map[string]uint32                              // views
	numbers map[groupKey]uint32                            // the same by object
}

type groupKey struct{ num, group uint32 }

// find returns the section of w that corresponds to a section of o. The error is the context's.
func (t *counterparts) find(ctx context.Context, w, o *Object, id objfmt.SectionID) (objfmt.SectionID, bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.first == nil {
		t.first, t.groups, t.numbers = map[uint32]map[counterpartKey]objfmt.SectionID{}, map[string]uint32{}, map[groupKey]uint32{}
	}
	m, ok := t.first[w.num]
	if !ok {
		var err error
		if m, err = t.list(ctx, w); err != nil {
			return 0, false, err
		}
		t.first[w.num] = m
	}
	at, ok := m[t.key(o, id)]
	return at, ok, nil
}

// clear forgets all.
func (t *counterparts) clear() { t.first, t.groups, t.numbers = nil, nil, nil }

// list lists the sections that object w has in memory.
func (t *counterparts) list(ctx context.Context, w *Object) (map[counterpartKey]objfmt.SectionID, error) {
	m := map[counterpartKey]objfmt.SectionID{}
	var done heed.Count
	for k := range w.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		s, id := &w.img().Sections[k], objfmt.SectionID(k)
		if s.Group == 0 && s.Role != objfmt.RoleLinkOnce || !w.kept(id) {
			continue
		}
		key := t.key(w, id)
		if _, ok := m[key]; !ok {
			m[key] = id
		}
	}
	return m, nil
}

func (t *counterparts) key(o *Object, id objfmt.SectionID) counterpartKey {
	s := &o.img().Sections[id]
	x := counterpartKey{section: o.img().SectionName(id), size: s.Size}
	if s.Group == 0 {
		return x
	}
	key := groupKey{o.num, s.Group}
	if x.group = t.numbers[key]; x.group == 0 {
		name := o.img().GroupName(&o.img().Groups[s.Group-1])
		if x.group = t.groups[name]; x.group == 0 {
			x.group = uint32(len(t.groups)) + 1
			t.groups[name] = x.group
		}
		t.numbers[key] = x.group
	}
	return x
}
