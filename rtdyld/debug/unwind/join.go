package unwind

import (
	"cmp"
	"slices"
)

// Moved is code that was copied to another place together with what a table says of it: of all ranges of From that begin at Lo or above and below Hi,
// what they say holds at At, At+1 and so on. A range that ends above Hi is cut off there.
type Moved struct {
	From   *Table
	Lo, Hi uint64 // addresses of From
	At     uint64 // where the code from Lo on lies
}

// Join makes one table of what other tables, all of the same processor, say of moved code, which must not overlap. It is nil without any.
// Rules that name addresses, as few expressions do, name the same ones as before.
func Join(all []Moved) *Table {
	if len(all) == 0 {
		return nil
	}
	t := &Table{}
	*t = *all[0].From
	t.prog, t.commons, t.entries, t.extents = nil, nil, nil, nil
	type base struct{ prog, common uint32 }
	bases := map[*Table]base{}
	for i := range all {
		m := &all[i]
		b, ok := bases[m.From]
		if !ok {
			b = base{uint32(len(t.prog)), uint32(len(t.commons))}
			bases[m.From] = b
			t.prog = append(t.prog, m.From.prog...)
			for _, c := range m.From.commons {
				c.prog += b.prog
				t.commons = append(t.commons, c)
			}
		}
		part := m.From.Range(m.Lo, m.Hi)
		for _, e := range part.entries {
			e.start, e.end = e.start-m.Lo+m.At, min(e.end, m.Hi)-m.Lo+m.At
			e.prog, e.common = e.prog+b.prog, e.common+b.common
			t.entries = append(t.entries, e)
		}
		for _, e := range part.extents {
			t.extents = append(t.extents, extent{e.lo - m.Lo + m.At, e.hi - m.Lo + m.At})
		}
	}
	slices.SortFunc(t.extents, func(a, b extent) int { return cmp.Compare(a.lo, b.lo) })
	t.settle()
	return t
}
