package units

import (
	"fmt"
)

// Abbrevs is a table of abbreviations.
type Abbrevs struct {
	Decls []Decl
	Attrs []Attr // of all
	index map[uint64]int
	Err   error
}

// Decl declares entries: their tag, and which attributes they have.
type Decl struct {
	Code     uint64
	Tag      uint64
	Attr, N  int // attributes are N of Attrs from Attr on
	Children bool
	Size     int // of an entry, for the unit that was read last; unknown if it varies
}

// Attr is an attribute of entries, and the form of its value.
type Attr struct {
	Name, Form uint64
	Implicit   int64
}

// Abbreviations returns the table at an offset.
func (r *Data) Abbreviations(off uint64) *Abbrevs {
	if t := r.abbrevs[off]; t != nil {
		return t
	}
	t := &Abbrevs{}
	if r.abbrevs == nil {
		r.abbrevs = map[uint64]*Abbrevs{}
	}
	r.abbrevs[off] = t
	c := At(r.Abbrev, off, r.Big)
	for !c.Bad {
		d := Decl{Code: c.ULEB()}
		if d.Code == 0 {
			break
		}
		d.Tag, d.Children, d.Attr = c.ULEB(), c.U8() != 0, len(t.Attrs)
		for !c.Bad {
			if r.MaxAttrs--; r.MaxAttrs < 0 || !r.Step(1) {
				t.Err = ErrTooMuch
				return t
			}
			a := Attr{Name: c.ULEB(), Form: c.ULEB()}
			if a.Form == 0x21 {
				a.Implicit = c.SLEB()
			}
			if a.Name == 0 && a.Form == 0 {
				break
			}
			t.Attrs = append(t.Attrs, a)
		}
		d.N = len(t.Attrs) - d.Attr
		r.MaxAttrs-- // a declaration costs as much
		if t.index == nil && d.Code != uint64(len(t.Decls))+1 {
			t.index = make(map[uint64]int)
			for i := range t.Decls {
				t.index[t.Decls[i].Code] = i
			}
		}
		if t.index != nil {
			t.index[d.Code] = len(t.Decls)
		}
		t.Decls = append(t.Decls, d)
	}
	if c.Bad {
		t.Err = fmt.Errorf("abbreviations at %#x are cut off", off)
	}
	return t
}

// Find returns the abbreviation of a number, nil if there is none.
func (t *Abbrevs) Find(code uint64) *Decl {
	if t.index != nil {
		if i, ok := t.index[code]; ok {
			return &t.Decls[i]
		}
		return nil
	}
	if code-1 < uint64(len(t.Decls)) {
		return &t.Decls[code-1]
	}
	return nil
}

// Measure computes the size of entries that have one for the forms of u.
func (t *Abbrevs) Measure(u *Unit) {
	for i := range t.Decls {
		d := &t.Decls[i]
		d.Size = 0
		for _, a := range t.Attrs[d.Attr : d.Attr+d.N] {
			n := u.Fixed(a.Form)
			if n == Unknown {
				d.Size = Unknown
				break
			}
			d.Size += n
		}
	}
}
