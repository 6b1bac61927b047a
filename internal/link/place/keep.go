package place

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Kept is where the sections of a layout were.
type Kept struct {
	sections []Section
	mapping  mapping
	carrier  objfmt.SectionID
	given    [NumMade]bool
}

// Keep notes where the sections are, before they are moved for a while.
func (l *Layout) Keep() Kept {
	return Kept{slices.Clone(l.Sections), l.mapping, l.carrier, l.given}
}

// PutBack moves the sections to where they were.
func (l *Layout) PutBack(k Kept) {
	copy(l.Sections, k.sections)
	l.mapping, l.carrier, l.given = k.mapping, k.carrier, k.given
}
