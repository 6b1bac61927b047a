package cdebug

import (
	"debug/dwarf"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// function is one that a file defines for others.
type function struct {
	place
	low   uint64
	known bool // low is
	next  int  // in File.funcs, of those with the same hash; -1: there is none
}

var seed = maphash.MakeSeed()

// Func finds the function of a name at an address, and what debug information says of it. It is nil if there is none, and where two may
// be meant. What is wrong is in [File.Err].
func (f *File) Func(name string, addr uint64) *Entry {
	if !f.indexed {
		f.indexed = true
		f.index()
	}
	i, ok := f.where[maphash.String(seed, name)]
	if !ok {
		return nil
	}
	var found *Entry
	for ; i >= 0; i = f.funcs[i].next {
		fn := &f.funcs[i]
		if fn.known && (fn.low^addr)&^1 != 0 { // bit 0 chooses an instruction set
			continue
		}
		e := f.at(fn.place)
		if e == nil || e.symbol() != name {
			continue
		}
		if found != nil {
			return nil
		}
		found = e
	}
	return found
}

// index notes where functions are that others may call.
func (f *File) index() {
	f.where = map[uint64]int{}
	for _, u := range f.units {
		root := f.at(place{u.section, u.Entries})
		if root == nil || u.Kind == units.KindType || !root.nested || !u.isC() {
			continue
		}
		w := walker{f: f, u: u}
		w.start(root.behind)
		for w.next() {
			inside := true // functions stand at top level, and in C++ in namespaces
			switch dwarf.Tag(w.decl.Tag) {
			case dwarf.TagNamespace:
				inside = false
			case dwarf.TagSubprogram:
				f.define(&w)
			}
			w.over(inside)
		}
	}
}

// define notes a function, if it has code and is for others.
func (f *File) define(w *walker) {
	u, c := w.u, w.c
	var name, linkage, low, origin units.Value
	external, code := false, false
	if !f.data.Step(w.decl.N) {
		return
	}
	for _, a := range u.table.Attrs[w.decl.Attr : w.decl.Attr+w.decl.N] {
		v := u.Value(&c, a.Form, a.Implicit)
		switch dwarf.Attr(a.Name) {
		case dwarf.AttrName:
			name = v
		case attrLinkage, attrOld:
			linkage = v
		case dwarf.AttrExternal:
			external = v.U != 0
		case dwarf.AttrDeclaration:
			return
		case dwarf.AttrLowpc:
			low, code = v, true
		case dwarf.AttrRanges:
			code = true
		case dwarf.AttrAbstractOrigin, dwarf.AttrSpecification:
			origin = v
		}
	}
	if c.Bad || !code || !external && origin.Class == units.None {
		return
	}
	if linkage.Class != units.None {
		name = linkage
	}
	text := f.data.Text(&u.Unit, name)
	if origin.Class != units.None && (linkage.Class == units.None || !external) { // the names are there
		e := f.at(place{w.u.section, w.where})
		if e == nil || !e.isExternal() {
			return
		}
		text = []byte(e.symbol())
	}
	if len(text) == 0 {
		return
	}
	fn := function{place: place{u.section, w.where}, next: -1}
	fn.low, fn.known = f.data.Address(&u.Unit, low)
	hash := maphash.Bytes(seed, text)
	if i, ok := f.where[hash]; ok {
		fn.next = i
	}
	f.where[hash] = len(f.funcs)
	f.funcs = append(f.funcs, fn)
}

// chain is the entry and those that it completes, the first declaration last.
func (e *Entry) chain() (list []*Entry) {
	for range 4 {
		if list = append(list, e); e.origin.Class == units.None {
			break
		}
		to := e.from.file.refer(e, e.origin)
		if to == nil || to == unreadable || slices.Contains(list, to) {
			break
		}
		e = to
	}
	return list
}

// symbol is the name that others link it by.
func (e *Entry) symbol() string {
	name := ""
	for _, d := range e.chain() {
		if d.Linkage != "" {
			return d.Linkage
		}
		if name == "" {
			name = d.Name
		}
	}
	return name
}

func (e *Entry) isExternal() bool {
	return slices.ContainsFunc(e.chain(), func(d *Entry) bool { return d.External })
}

// Languages (DWARF 5, 7.12, and the list of those that came later).
var (
	languagesC   = []int64{1, 2, 0x0c, 0x10, 0x1d, 0x2c, 0x3e}          // C and Objective-C
	languagesCPP = []int64{4, 0x11, 0x19, 0x1a, 0x21, 0x2a, 0x2b, 0x3a} // C++ and Objective-C++
)

func (u *unit) isCPP() bool { return slices.Contains(languagesCPP, u.language) }

// isC reports a language whose functions are declared as C has them.
func (u *unit) isC() bool { return slices.Contains(languagesC, u.language) || u.isCPP() }

// Signature is the type of a function, as its definition says it.
type Signature struct {
	// Func has nil for the types of parameters that are not known: classes of C++ that are not passed as structures are.
	Func *ctype.Func
	// Unknown says that the type of the result is not known.
	Unknown bool
	// Loose says that the function has no prototype, as far as is known: what is passed may be promoted as for a variadic function. If
	// it has no parameters either, any may be passed.
	Loose bool
	// Promoted says that it certainly has none, and that numbers are promoted.
	Promoted bool

	last   *Entry
	result *Entry
	params []*Entry
	names  []string
}

// Signature reads the type of a function.
func (e *Entry) Signature(name string, c *Converter) *Signature {
	chain := e.chain()
	s := &Signature{Func: &ctype.Func{Name: name}, last: chain[len(chain)-1]}
	for _, d := range chain {
		if d.ref.Class != units.None {
			s.result = d.Type()
			break
		}
	}
	var err error
	if s.result.Plain() != nil {
		if s.Func.Result, err = c.passed(e.from, s.result); err != nil {
			s.Func.Result, s.Unknown = nil, true
		}
	}
	s.params, s.Func.Variadic = s.last.Params()
	for _, p := range s.params {
		t, err := c.passed(e.from, p.Type())
		if err != nil {
			t = nil
		}
		s.Func.Params = append(s.Func.Params, ctype.Param{Type: t})
	}
	s.name(chain)
	s.Func.Fixed = len(s.params)
	if s.Loose = !s.last.prototyped && !e.from.isCPP(); s.Loose {
		s.Func.Variadic = s.Func.Variadic || len(s.params) == 0
		s.Promoted = e.from.tells
	}
	return s
}

// name gives parameters the names that the definition has for them, or else the declaration.
func (s *Signature) name(chain []*Entry) {
	s.names = make([]string, len(s.params))
	for _, d := range chain {
		params, _ := d.Params()
		for i, p := range params {
			if p.Name == "" && p.origin.Class != units.None {
				if of := p.from.file.refer(p, p.origin); of != nil {
					p = of
				}
			}
			if len(params) == len(s.params) && s.names[i] == "" {
				s.names[i], s.Func.Params[i].Name = p.Name, p.Name
			}
		}
	}
}

// passed converts a type that is passed to, or from, a function of a unit.
func (c *Converter) passed(u *unit, e *Entry) (*ctype.Type, error) {
	if p := e.Plain(); p != nil && u.isCPP() && p.passing != byValue && (p.Tag == dwarf.TagStructType || p.Tag == dwarf.TagUnionType || p.Tag == dwarf.TagClassType) {
		return nil, Unsupported("%s may be passed by its address", TypeName(p))
	}
	return c.Param(e)
}

// ParamText is a parameter as C declares it, or "?" for what C does not spell. -1 is the result.
func (s *Signature) ParamText(i int) string {
	e, name := s.result, ""
	if i >= 0 {
		e, name = s.params[i].Type(), s.names[i]
	}
	return text(e, name)
}

// TypeText is the type of a parameter, without its name.
func (s *Signature) TypeText(i int) string {
	if i < 0 {
		return text(s.result, "")
	}
	return text(s.params[i].Type(), "")
}

func text(e *Entry, name string) string {
	t, err := Spell(e, name, false)
	if err != nil {
		return TypeName(e.Plain())
	}
	return t
}

// String is the function as C declares it.
func (s *Signature) String() string {
	var list []string
	for i := range s.params {
		list = append(list, s.ParamText(i))
	}
	switch {
	case s.Func.Variadic && len(list) > 0:
		list = append(list, "...")
	case len(list) == 0 && !s.Loose:
		list = append(list, "void")
	}
	f := s.Func.Name + "(" + strings.Join(list, ", ") + ")"
	if t, err := Spell(s.result, f, false); err == nil {
		return t
	}
	return TypeName(s.result.Plain()) + " " + f
}
