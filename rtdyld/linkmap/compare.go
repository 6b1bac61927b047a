package linkmap

import (
	"cmp"
	"slices"
)

// change is a row of the comparison of two maps: sizes, -1 for what one of them does not have.
type change struct {
	what, name, file string
	before, after    int64
}

// compare lists what two maps do not have in common, the largest changes first: files, sections by name, and symbols.
func compare(old, now *Document) []change {
	type key struct{ what, name, file string }
	sizes := map[key][2]int64{}
	for i, d := range [...]*Document{old, now} {
		add := func(k key, size uint64) {
			v, ok := sizes[k]
			if !ok {
				v = [2]int64{-1, -1}
			}
			v[i] = max(v[i], 0) + int64(size)
			sizes[k] = v
		}
		for k := range d.Files {
			add(key{"file", d.Files[k].File, ""}, d.Files[k].Size)
		}
		for k := range d.Sections {
			s := &d.Sections[k]
			add(key{"section", s.Name, s.File}, s.Size)
		}
		for k := range d.Symbols {
			s := &d.Symbols[k]
			add(key{"symbol", s.Name, s.File}, s.Size)
		}
	}
	var rows []change
	for k, v := range sizes {
		if v[0] != v[1] {
			rows = append(rows, change{k.what, k.name, k.file, v[0], v[1]})
		}
	}
	slices.SortFunc(rows, func(a, b change) int {
		return cmp.Or(cmp.Compare(b.by(), a.by()), cmp.Compare(a.what, b.what), cmp.Compare(a.file, b.file), cmp.Compare(a.name, b.name))
	})
	return rows
}

// by is how many bytes something has changed.
func (c *change) by() int64 {
	n := max(c.after, 0) - max(c.before, 0)
	return max(n, -n)
}
