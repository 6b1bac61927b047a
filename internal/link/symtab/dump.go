package symtab

import (
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Dump describes all names, a line each, so that a test can tell whether a step that
// failed left anything behind. That a resolver was asked for a name stays after a step
// that failed, for Explain, and is left out.
func (t *Table) Dump(object func(num uint32) string) []string {
	nameOf := func(num uint32) string {
		if num == 0 {
			return "-"
		}
		return object(num - 1)
	}
	var lines []string
	for id := range t.all() {
		e := *t.At(id)
		owner, sym := e.def.owner(), e.def.symbol()
		if owner == 0 {
			sym = 0 // of a definition that is gone
		}
		line := fmt.Sprintf("name %q unit %d: refs %d addr %#x obj %s sym %d group %s class %v flags %#x",
			t.Text(id), t.Unit(id), e.refs, e.addr, nameOf(owner), sym, nameOf(t.group(id)), e.class, e.flags&^(scratch|flagAsked))
		if c := t.commons[id]; c != nil {
			line += fmt.Sprintf(" common %+v", *c)
		}
		if a, ok := t.external[id]; ok {
			line += fmt.Sprintf(" external %+v", a)
		}
		if list := t.aliases[id]; list != nil {
			for a := list.first; a != nil; a = a.next {
				line += fmt.Sprintf(" alias of %q by %s", t.Text(a.other), object(a.obj))
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// Sizes are the lengths of all that grows with what is entered.
type Sizes struct {
	Names                             int // in use
	Slots, Entries                    int // room for them
	Numbers                           int // numbers given, in use or not
	Uses                              int // in use
	Commons, External, Aliases, Waits int
}

// Sizes returns them.
func (t *Table) Sizes() Sizes {
	s := Sizes{
		Slots: t.index.size(), Entries: t.entries(), Numbers: t.objects.Len(),
		Commons: len(t.commons), External: len(t.external), Aliases: len(t.aliases), Waits: len(t.released),
	}
	for id := range t.all() {
		if found, _ := t.probe(objfmt.Key{Hash: *t.hash(id), More: t.At(id).more}); found == id {
			s.Names++
		}
	}
	if s.Names != t.index.used {
		panic("symtab: count of names in use is wrong")
	}
	for i := range t.objects.Len() {
		s.Uses += len(t.objects.At(i).uses)
	}
	return s
}
