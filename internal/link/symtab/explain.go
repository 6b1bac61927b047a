package symtab

import "github.com/go-rtdyld/rtdyld/objfmt"

// Explanation is how the table comes from a name to its definition.
type Explanation struct {
	ID    ID          // of the name itself
	Steps []AliasStep // from it to the name that has the definition
	Final ID          // that name: the same ID without steps
}

// AliasStep is an alias that was followed.
type AliasStep struct {
	From, To ID
	Object   uint32 // that enters the alias; of a hidden name that has the definition of the one that all see, the first one's owner
	Adopted  bool   // it is such a name
}

// Explain says, as [Table.Settled] has it, how a unit, 0 for what all see, comes to the definition of a name; false if
// no object mentions the name. Where all objects that mention it hide it, it is the name that one of their units hides.
func (t *Table) Explain(key objfmt.Key, text string, unit uint32) (x Explanation, ok bool) {
	id := t.Find(key, unit)
	if id == 0 && unit == 0 {
		id = t.anyHidden(text)
	}
	if id == 0 {
		return x, false
	}
	x.ID, x.Final = id, id
	for range maxAliases {
		e := t.Settled(x.Final)
		if e.flags&flagAdopted != 0 || e.class == Undefined && t.Unit(x.Final) != 0 {
			g := t.global(x.Final)
			if s := t.Settled(g); s.HasOwner() {
				x.Steps = append(x.Steps, AliasStep{x.Final, g, s.def.owner() - 1, true})
				x.Final = g
				continue
			}
		}
		a := t.alias(x.Final)
		if e.HasOwner() || a == nil || !a.always && e.class != Undefined {
			break
		}
		x.Steps = append(x.Steps, AliasStep{x.Final, a.other, a.obj, false})
		x.Final = a.other
	}
	return x, true
}

// anyHidden is the first entry of a name that some unit hides, 0 if none does.
func (t *Table) anyHidden(text string) (first ID) {
	for id := range t.all() {
		if unit := t.Unit(id); unit != 0 && t.Text(id) == text && (first == 0 || unit < t.Unit(first)) {
			first = id
		}
	}
	return first
}
