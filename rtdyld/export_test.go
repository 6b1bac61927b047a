package rtdyld

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// What linkers call with their lock held.
var InitFuncs, FiniFuncs = initFuncs, finiFuncs

// Hold takes the lock as an operation does that enters names. The function gives it up.
func (l *Linker) Hold() (giveUp func()) {
	l.mu.Lock()
	return l.mu.Unlock
}

// LookUps is how often names have been looked for by loads.
func (l *Linker) LookUps() int { return int(l.names.LookUps()) }

// SetMost has no linker have more than so many objects, until the function is called.
func SetMost(n int) (reset func()) {
	numbersFree = func(t *symtab.Table) int { return n - symtab.MaxObjects + t.Free() }
	return func() { numbersFree = (*symtab.Table).Free }
}

// ManyNames is from how many names on several goroutines enter them.
const ManyNames = manyNames

// SetSeen says whether goroutines without the lock see the object's batch.
func (o *Object) SetSeen(is bool) {
	o.batch.seen.Store(is)
	o.show()
}

// Dump describes everything that a linker knows, so that a test can tell whether a
// step that failed left anything behind.
func (l *Linker) Dump() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := l.names.Dump(func(obj uint32) string { return l.object(obj).name })
	for id, list := range l.canonical {
		lines = append(lines, fmt.Sprintf("name %q canonical %d", l.names.Text(id), len(list)))
	}
	for o := range l.all() {
		if o == nil {
			continue
		}
		var uses []string
		for _, u := range l.names.Uses(o.num) {
			uses = append(uses, l.object(u).name)
		}
		slices.Sort(uses)
		lines = append(lines, fmt.Sprintf("object %s: %v users %d uses %v resolved %v place %v", o.name, stageStates[o.stage], l.names.Users(o.num), uses, o.fields == current, o.lay.Sections))
	}
	slices.Sort(lines)
	lines = append(lines, fmt.Sprintf("pending %d half %d canonical %d copies %d low %v near %#x target %v",
		len(l.pending), l.half, len(l.canonical), len(l.copies), l.low, l.near, l.cfg.Triple))
	return strings.Join(lines, "\n")
}

// UsesOf are the objects that an object uses, in the order in which that was noted.
func (l *Linker) UsesOf(o *Object) (names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, u := range l.names.Uses(o.num) {
		names = append(names, l.object(u).name)
	}
	return names
}

// Sizes are the lengths of all tables that grow with what is loaded.
type Sizes struct {
	symtab.Sizes
	Objects, Pending, Canonical, Copies, Imports int
}

// Sizes returns them.
func (l *Linker) Sizes() Sizes {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Sizes{l.names.Sizes(), l.objects.Len(), len(l.pending), len(l.canonical), len(l.copies), len(l.imports)}
}

// ReplaceTable has objects use other rows than those of a table, until restore is called.
func ReplaceTable(old, rows *reloc.Table) (restore func()) {
	for i := range targets {
		if t := &targets[i]; t.rows == old {
			t.rows = rows
			return func() { t.rows = old }
		}
	}
	panic("no such table")
}

// Names is how many names the linker's table has.
func (l *Linker) Names() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.names.Len()
}

// PartAt is where a part of the function that was made last has memory of a kind, and how much.
func (q *Sequence) PartAt(part int, kind objfmt.Kind) (addr uint64, size int) {
	p := &q.parts[part]
	m := &q.set.all[p.template].parts[kind]
	size = len(m.master)
	switch {
	case size == 0:
		return 0, 0
	case m.own:
		if kind == objfmt.KindCode && p.dropped {
			size -= int(q.set.all[p.template].tail.size)
		}
		return q.last.addr(kind) + uint64(p.at[kind]), size
	}
	return q.tables[p.template].s.constants(int(p.template)), size
}

// constants is where a slab has those that parts of a template share.
func (s *slab) constants(no int) uint64 {
	for _, l := range s.set.all[no].located {
		if l.kind == objfmt.KindReadOnly && int(l.at) < len(s.set.all[no].obj.img().Symbols) {
			return s.tables[no][l.at] - l.off
		}
	}
	return 0
}

// SpoilInsides has memory that unloaded objects leave hold what none of them has, instead of being used again, until the function is called. That
// reports whether nothing has written what all of them show.
func SpoilInsides() (end func() (untouched bool)) {
	spoil = func(f *few) {
		const wild = 0x5a5a_5a5a
		for i := range f.sections {
			f.sections[i].Addr = wild << 32
		}
		for i := range f.numbers {
			f.numbers[i] = wild
		}
		for i := range f.entries {
			f.entries[i] = reloc.Entry{Sym: wild, Off: wild, Need: 0x5a}
		}
		in := &f.insides
		in.lay.Sections, in.lay.Pieces, in.plan.List = f.sections[:], make([]place.Piece, objfmt.NumKinds), f.entries[:]
		for i := range in.lay.Pieces {
			in.lay.Pieces[i] = place.Piece{Size: wild << 16, Align: wild, Addr: wild << 32, Req: wild}
		}
		in.plan.StubSize, in.plan.GOTSize, in.plan.Direct = wild, wild, []stubs.Direct{{Sym: wild}}
	}
	return func() bool {
		spoil = nil
		return reflect.ValueOf(&noInsides).Elem().IsZero()
	}
}

// Foreign takes shared objects of other linkers, too.
func (c ImageConfig) Foreign() ImageConfig {
	c.foreign = true
	return c
}
