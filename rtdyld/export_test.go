package rtdyld

import (
	"fmt"
	"slices"
	"strings"
)

// What linkers call with their lock held.
var InitFuncs, FiniFuncs = initFuncs, finiFuncs

// Dump describes everything that a linker knows, so that a test can tell whether a
// step that failed left anything behind.
func (l *Linker) Dump() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	nameOf := func(num uint32) string {
		if num == 0 {
			return "-"
		}
		return l.objects[num-1].name
	}
	var lines []string
	for id := range l.names.entries {
		e := &l.names.entries[id]
		if e.text == "" {
			continue
		}
		if e.obj == 0 {
			e = &name{text: e.text, batch: e.batch, refs: e.refs, addr: e.addr, comdat: e.comdat, class: e.class, flags: e.flags}
		}
		line := fmt.Sprintf("name %q batch %d: refs %d addr %#x obj %s sym %d comdat %s class %d flags %#x", e.text, e.batch, e.refs, e.addr, nameOf(e.obj), e.sym, nameOf(e.comdat), e.class, e.flags&^(nameOpen|nameStrong|nameUsed))
		if c := l.commons[uint32(id)]; c != nil {
			line += fmt.Sprintf(" common %+v", *c)
		}
		if s, ok := l.outside[uint32(id)]; ok {
			line += fmt.Sprintf(" outside %+v", s)
		}
		line += fmt.Sprintf(" annexes %d", len(l.annexes[uint32(id)]))
		lines = append(lines, line)
	}
	for _, o := range l.objects {
		if o == nil {
			continue
		}
		var uses []string
		for _, u := range o.uses {
			uses = append(uses, l.objects[u].name)
		}
		slices.Sort(uses)
		lines = append(lines, fmt.Sprintf("object %s: %v users %d uses %v resolved %v place %v", o.name, o.state, o.users, uses, o.resolved, o.place))
	}
	slices.Sort(lines)
	lines = append(lines, fmt.Sprintf("pending %d late %d commons %d outside %d annexes %d copies %d low %v near %#x target %v",
		len(l.pending), l.late, len(l.commons), len(l.outside), len(l.annexes), len(l.copies), l.low, l.near, l.target))
	return strings.Join(lines, "\n")
}

// Sizes are the lengths of all tables that grow with what is loaded.
type Sizes struct{ Names, Slots, Entries, Objects, Stamps, Pending, Commons, Outside, Annexes, Copies, Stands, Imports int }

// Sizes returns them. Names counts names in use, Slots and Entries room for them.
func (l *Linker) Sizes() Sizes {
	l.mu.Lock()
	defer l.mu.Unlock()
	used := 0
	for _, s := range l.names.slots {
		if s.id != 0 {
			used++
		}
	}
	if used != l.names.used {
		panic("names.used is wrong")
	}
	return Sizes{used, len(l.names.slots), len(l.names.entries), len(l.objects), len(l.stamps), len(l.pending), len(l.commons), len(l.outside), len(l.annexes), len(l.copies), len(l.stands), len(l.imports)}
}
