package mem

import (
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// initialized is what an initialization left.
type initialized struct {
	parts    []part // to give back
	actions  []Action
	remoteID InitID                // the executor's number for it
	few      [objfmt.NumKinds]part // memory for parts
}

// inits are initializations by their numbers, which ascend.
type inits struct {
	list  []numbered
	gone  int // of them, those that are taken
	last  InitID
	spare []*initialized // to be used again, at most maxSpare
}

// numbered is an initialization with its number; nil: taken.
type numbered struct {
	id InitID
	e  *initialized
}

// maxSpare is how many records stay for the next ones.
const maxSpare = 64

// record returns an empty record.
func (l *inits) record() *initialized {
	n := len(l.spare) - 1
	if n < 0 {
		return new(initialized)
	}
	e := l.spare[n]
	l.spare[n], l.spare = nil, l.spare[:n]
	return e
}

// recycle keeps records that nothing refers to any more.
func (l *inits) recycle(list []*initialized) {
	for _, e := range list {
		if len(l.spare) >= maxSpare {
			return
		}
		*e = initialized{}
		l.spare = append(l.spare, e)
	}
}

// add gives a record the next number.
func (l *inits) add(e *initialized) InitID {
	l.last++
	l.list = append(l.list, numbered{l.last, e})
	return l.last
}

// take takes an initialization out of the list. It returns nil if there is none of that number.
func (l *inits) take(id InitID) *initialized {
	i, ok := slices.BinarySearchFunc(l.list, id, func(n numbered, id InitID) int { return cmp.Compare(n.id, id) })
	if !ok || l.list[i].e == nil {
		return nil
	}
	e := l.list[i].e
	l.list[i].e = nil
	l.gone++
	for n := len(l.list) - 1; n >= 0 && l.list[n].e == nil; n-- { // mostly the last one goes, or all do
		l.list = l.list[:n]
		l.gone--
	}
	if 2*l.gone > len(l.list) || len(l.list) == 0 {
		l.compact()
	}
	return e
}

// takeAll takes the initializations that pass out of the list, oldest first.
func (l *inits) takeAll(pass func(*initialized) bool) (list []*initialized) {
	for i := range l.list {
		if e := l.list[i].e; e != nil && pass(e) {
			list = append(list, e)
			l.list[i].e = nil
			l.gone++
		}
	}
	l.compact()
	return list
}

// compact leaves out what is taken. Memory that is much too large goes.
func (l *inits) compact() {
	if l.gone > 0 {
		l.list, l.gone = slices.DeleteFunc(l.list, func(n numbered) bool { return n.e == nil }), 0
	}
	if cap(l.list) > 1024 && len(l.list) < cap(l.list)/4 {
		l.list = slices.Clone(l.list)
	}
}

// live is how many there are.
func (l *inits) live() int { return len(l.list) - l.gone }
