package symbolize

import (
	"fmt"
)

// abbrevs is a table of abbreviations.
type abbrevs struct {
	decls []decl
	attrs []attr // of all
	index map[uint64]int
	err   error
}

type decl struct {
	code     uint64
	tag      uint64
	attr, n  int
	children bool
	size     int // of an entry, for the unit that was read last; unknown if it varies
}

type attr struct {
	name, form uint64
	implicit   int64
}

// abbreviations returns the table at an offset.
func (r *reader) abbreviations(off uint64) *abbrevs {
	if t := r.abbrevs[off]; t != nil {
		return t
	}
	t := &abbrevs{}
	r.abbrevs[off] = t
	c := at(r.abbrev, off, r.big)
	for !c.Bad {
		d := decl{code: c.ULEB()}
		if d.code == 0 {
			break
		}
		d.tag, d.children, d.attr = c.ULEB(), c.U8() != 0, len(t.attrs)
		for !c.Bad {
			if r.maxAttrs--; r.maxAttrs < 0 || !r.step(1) {
				t.err = errTooMuch
				return t
			}
			a := attr{name: c.ULEB(), form: c.ULEB()}
			if a.form == 0x21 {
				a.implicit = c.SLEB()
			}
			if a.name == 0 && a.form == 0 {
				break
			}
			t.attrs = append(t.attrs, a)
		}
		d.n = len(t.attrs) - d.attr
		r.maxAttrs-- // a declaration costs as much
		if t.index == nil && d.code != uint64(len(t.decls))+1 {
			t.index = make(map[uint64]int)
			for i := range t.decls {
				t.index[t.decls[i].code] = i
			}
		}
		if t.index != nil {
			t.index[d.code] = len(t.decls)
		}
		t.decls = append(t.decls, d)
	}
	if c.Bad {
		t.err = fmt.Errorf("abbreviations at %#x are cut off", off)
	}
	return t
}

// find returns the abbreviation of a number, nil if there is none.
func (t *abbrevs) find(code uint64) *decl {
	if t.index != nil {
		if i, ok := t.index[code]; ok {
			return &t.decls[i]
		}
		return nil
	}
	if code-1 < uint64(len(t.decls)) {
		return &t.decls[code-1]
	}
	return nil
}

// measure computes the size of entries that have one for the forms of u.
func (t *abbrevs) measure(u *unit) {
	for i := range t.decls {
		d := &t.decls[i]
		d.size = 0
		for _, a := range t.attrs[d.attr : d.attr+d.n] {
			n := u.fixed(a.form)
			if n == unknown {
				d.size = unknown
				break
			}
			d.size += n
		}
	}
}
