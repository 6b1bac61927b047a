package cdebug

import (
	"context"
	"debug/dwarf"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// File is the debug information of an object. It is not for several goroutines at once.
type File struct {
	data     *units.Data
	infos    [][]byte // sections with entries
	units    []*unit  // by section and offset
	first    []int    // of each section, and behind them all
	typed    map[uint64]place
	entries  map[place]*Entry
	measured map[*units.Abbrevs]*unit // for which unit a table has sizes
	funcs    []function
	where    map[uint64]int // the first of funcs, by a hash of the name
	indexed  bool
	err      error // the first thing that was wrong
}

// unit is a unit of a file.
type unit struct {
	units.Unit
	file     *File
	section  int
	table    *units.Abbrevs
	language int64
	tells    bool  // its compiler says of functions with prototypes that they have them
	lines    int64 // where its line table is, -1: there is none
	dir      string
	ready    bool // what is above is read
	named    bool // files is read
	files    []string
}

// place is where an entry is.
type place struct {
	section int
	off     uint64
}

// Open looks at the units of an object's debug information.
func Open(data *units.Data) *File {
	f := &File{data: data, typed: map[uint64]place{}, entries: map[place]*Entry{}, measured: map[*units.Abbrevs]*unit{}}
	f.infos = append(append(f.infos, data.Infos...), data.Types...)
	total := len(data.Abbrev) + len(data.Str) + len(data.LineStr)
	for _, info := range f.infos {
		total += len(info)
	}
	data.Steps = 64*total + 1<<16
	data.MaxAttrs = 2*len(data.Abbrev) + 64
	for i, info := range f.infos {
		f.first = append(f.first, len(f.units))
		f.headers(i, info, i >= len(data.Infos))
	}
	f.first = append(f.first, len(f.units))
	return f
}

// headers reads the headers of a section's units.
func (f *File) headers(section int, info []byte, types bool) {
	for off := uint64(0); off < uint64(len(info)) && f.data.Step(1); {
		u, next, err := f.data.Header(info, off, types)
		if err != nil {
			f.fail(off, "", err)
			if next <= off {
				return
			}
		}
		if u != nil {
			f.units = append(f.units, &unit{Unit: *u, file: f, section: section, lines: -1})
			if u.Kind == units.KindType {
				f.typed[u.Signature] = place{section, u.TypeAt}
			}
		}
		off = next
	}
}

// Err is the first thing that was wrong with what was read, a *Fault.
func (f *File) Err() error { return f.err }

// fail keeps the first thing that is wrong.
func (f *File) fail(off uint64, msg string, err error) {
	if f.err == nil || errors.Is(err, units.ErrTooMuch) && !errors.Is(f.err, units.ErrTooMuch) {
		f.err = &Fault{off, msg, err}
	}
}

// Entries are those at top level of all units, in order.
func (f *File) Entries() []*Entry {
	var all []*Entry
	for _, u := range f.units {
		if root := f.at(place{u.section, u.Entries}); root != nil && u.Kind != units.KindType {
			all = append(all, root.Children()...)
			for _, c := range root.Children() {
				c.Parent = nil
			}
		}
	}
	return all
}

// mostEntries is how many entries are read at once.
const mostEntries = 1 << 22

// All is Entries after all entries below them are read, and their types. The error is the first thing that is wrong.
func (f *File) All(ctx context.Context) ([]*Entry, error) {
	top := f.Entries()
	n := 0
	for open := [][]*Entry{top}; len(open) > 0; {
		list := open[len(open)-1]
		open = open[:len(open)-1]
		for _, e := range list {
			if n++; n%1024 == 0 && ctx.Err() != nil {
				return nil, &Fault{Err: context.Cause(ctx)}
			}
			if n > mostEntries {
				return nil, &Fault{Offset: e.Off, Msg: "more entries than are read"}
			}
			e.Type()
			if kids := e.Children(); len(kids) > 0 {
				open = append(open, kids)
			}
		}
	}
	return top, f.err
}

// wanted are the tags that types and declarations are made of.
var wanted = map[dwarf.Tag]bool{
	dwarf.TagBaseType: true, dwarf.TagUnspecifiedType: true, dwarf.TagPointerType: true, dwarf.TagConstType: true, dwarf.TagVolatileType: true,
	dwarf.TagRestrictType: true, dwarf.TagAtomicType: true, dwarf.TagTypedef: true, dwarf.TagStructType: true, dwarf.TagUnionType: true,
	dwarf.TagEnumerationType: true, dwarf.TagEnumerator: true, dwarf.TagMember: true, dwarf.TagArrayType: true, dwarf.TagSubrangeType: true,
	dwarf.TagSubroutineType: true, dwarf.TagFormalParameter: true, dwarf.TagUnspecifiedParameters: true, dwarf.TagVariable: true, dwarf.TagSubprogram: true,
	dwarf.TagClassType: true, dwarf.TagInheritance: true, dwarf.TagReferenceType: true, dwarf.TagRvalueReferenceType: true,
}

// unitAt is the unit that an entry is in, nil if there is none.
func (f *File) unitAt(p place) *unit {
	in := f.units[f.first[p.section]:f.first[p.section+1]]
	i := sort.Search(len(in), func(i int) bool { return in[i].End > p.off })
	if i == len(in) || p.off < in[i].Entries || !in[i].begin() {
		return nil
	}
	return in[i]
}

// at reads an entry, once. It is nil where there is none.
func (f *File) at(p place) *Entry {
	if e := f.entries[p]; e != nil {
		return e
	}
	u := f.unitAt(p)
	if u == nil {
		return nil
	}
	c := units.At(u.Info, p.off, f.data.Big)
	code := c.ULEB()
	d := u.table.Find(code)
	if d == nil || code == 0 {
		if code != 0 {
			f.fail(p.off, fmt.Sprintf("abbreviation %d, which there is not", code), nil)
		}
		return nil
	}
	e := &Entry{Tag: dwarf.Tag(d.Tag), Off: p.off, Size: -1, BitAt: -1, BitDown: -1, Count: -1, decl: -1, nested: d.Children, from: u}
	for _, a := range u.table.Attrs[d.Attr : d.Attr+d.N] {
		e.take(dwarf.Attr(a.Name), u.Value(&c, a.Form, a.Implicit))
	}
	if !f.data.Step(4 + d.N) {
		f.fail(p.off, "", units.ErrTooMuch)
		return nil
	}
	if c.Bad {
		f.fail(p.off, "", units.ErrCut)
		return nil
	}
	e.behind = uint64(c.At)
	f.entries[p] = e
	return e
}

// begin reads what a unit says of itself, once, and reports whether it has entries.
func (u *unit) begin() bool {
	if u.ready {
		return u.table != nil
	}
	u.ready = true
	f := u.file
	t := f.data.Abbreviations(u.AbbrevOffset)
	if t.Err != nil {
		f.fail(u.Start, "", t.Err)
		if len(t.Decls) == 0 || errors.Is(t.Err, units.ErrTooMuch) {
			return false
		}
	}
	c := units.At(u.Info, u.Entries, f.data.Big)
	d := t.Find(c.ULEB())
	if d == nil || !f.data.Step(d.N) {
		return false
	}
	var dir, producer units.Value
	for _, a := range t.Attrs[d.Attr : d.Attr+d.N] {
		v := u.Value(&c, a.Form, a.Implicit)
		switch a.Name {
		case units.AtStmtList:
			if v.Class == units.Sec || v.Class == units.Const {
				u.lines = int64(v.U)
			}
		case units.AtCompDir:
			dir = v
		case units.AtStrOffsets:
			u.StrBase = v.U
		case units.AtAddrBase, units.AtGNUAddr:
			u.AddrBase = v.U
		case uint64(dwarf.AttrProducer):
			producer = v
		case uint64(dwarf.AttrLanguage):
			u.language = int64(v.U)
		}
	}
	u.table, u.dir = t, string(f.data.Text(&u.Unit, dir))
	by := string(f.data.Text(&u.Unit, producer))
	u.tells = strings.Contains(by, "GNU C") || strings.Contains(by, "clang version")
	return true
}

// open reads the children of an entry.
func (f *File) open(e *Entry) []*Entry {
	var out []*Entry
	w := walker{f: f, u: e.from}
	w.start(e.behind)
	for w.next() {
		if wanted[dwarf.Tag(w.decl.Tag)] && w.depth == 0 {
			if c := f.at(place{e.from.section, w.where}); c != nil {
				c.Parent = e
				out = append(out, c)
			}
		}
		w.over(true)
	}
	return out
}

// walker goes over the entries of a unit.
type walker struct {
	f     *File
	u     *unit
	c     units.Cursor
	where uint64 // of the present entry
	decl  *units.Decl
	depth int
}

// start begins with an entry at an offset, to go over it and its neighbours, and what is in them.
func (w *walker) start(off uint64) {
	if t := w.u.table; w.f.measured[t] != w.u && w.f.data.Step(len(t.Attrs)) {
		t.Measure(&w.u.Unit)
		w.f.measured[t] = w.u
	}
	w.c = units.At(w.u.Info, off, w.f.data.Big)
}

// next finds the next entry, and reports false at the end.
func (w *walker) next() bool {
	for w.c.Left() > 0 && w.depth >= 0 {
		if !w.f.data.Step(1) {
			w.f.fail(w.where, "", units.ErrTooMuch)
			return false
		}
		w.where = uint64(w.c.At)
		code := w.c.ULEB()
		if code == 0 {
			w.depth--
			continue
		}
		if w.decl = w.u.table.Find(code); w.decl == nil || w.c.Bad {
			w.f.fail(w.where, fmt.Sprintf("abbreviation %d, which there is not", code), nil)
			return false
		}
		return true
	}
	return false
}

// over goes on behind the attributes of the present entry, and behind all that is in it, if that is to be left out and the entry
// says where it ends.
func (w *walker) over(inside bool) {
	d := w.decl
	if d.Size >= 0 && !(inside && d.Children) {
		w.c.Take(uint64(d.Size))
	} else {
		if !w.f.data.Step(d.N) {
			w.c.Bad = true
		}
		for _, a := range w.u.table.Attrs[d.Attr : d.Attr+d.N] {
			v := w.u.Value(&w.c, a.Form, a.Implicit)
			if inside && a.Name == uint64(dwarf.AttrSibling) && v.Class == units.Ref && v.U > w.where && v.U < w.u.End && d.Children && !w.c.Bad {
				w.c.Seek(v.U)
				return
			}
		}
	}
	if w.c.Bad {
		w.f.fail(w.where, "", units.ErrCut)
	}
	if d.Children {
		w.depth++
	}
}

// refer is the entry that another refers to.
func (f *File) refer(e *Entry, v units.Value) *Entry {
	for range 4 { // an entry may stand for another
		p := place{e.from.section, v.U}
		switch v.Class {
		case units.None:
			return nil
		case units.Sig:
			var known bool
			if p, known = f.typed[v.U]; !known {
				return unreadable // its unit is in another object
			}
		case units.Ref:
		default:
			return unreadable
		}
		to := f.at(p)
		if to == nil {
			f.fail(e.Off, fmt.Sprintf("the type at 0x%x is none", v.U), nil)
			return unreadable
		}
		if to.signature.Class != units.Sig {
			return to
		}
		e, v = to, to.signature
	}
	return unreadable
}
