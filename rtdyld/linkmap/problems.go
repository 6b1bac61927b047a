package linkmap

import (
	"errors"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// failure is an error as the page shows it: its text, and where it is.
type failure struct {
	Text       string  `json:"text"`
	Object     string  `json:"object,omitempty"`
	Section    string  `json:"section,omitempty"`
	Offset     *uint64 `json:"offset,omitempty"` // in the section, or in the file if there is none
	Relocation string  `json:"relocation,omitempty"`
	Symbol     string  `json:"symbol,omitempty"`
}

// failureOf says what an error is about.
func failureOf(err error) *failure {
	f := &failure{Text: err.Error()}
	if e, ok := errors.AsType[*reloc.RangeError](err); ok {
		f.at(e.Object, e.Section, e.Offset, e.Type, e.Symbol)
	} else if e, ok := errors.AsType[*rtdyld.RelocError](err); ok {
		f.at(e.Object, e.Section, e.Offset, e.Type, e.Symbol)
	} else if e, ok := errors.AsType[*rtdyld.OutOfReachError](err); ok {
		f.at(e.Object, e.Section, e.Offset, e.Type, e.Symbol)
	} else if e, ok := errors.AsType[*rtdyld.NoStubError](err); ok {
		f.at(e.Object, e.Section, e.Offset, "", e.Symbol)
	} else if e, ok := errors.AsType[*rtdyld.UndefinedError](err); ok && len(e.Symbols) > 0 {
		f.Symbol = e.Symbols[0].Name
		if refs := e.Symbols[0].Refs; len(refs) > 0 {
			f.at(refs[0].Object, refs[0].Section, refs[0].Offset, "", f.Symbol)
		}
	} else if e, ok := errors.AsType[*rtdyld.DuplicateError](err); ok {
		f.Object, f.Symbol = e.Second, e.Symbol
	} else if e, ok := errors.AsType[*rtdyld.DroppedError](err); ok {
		f.Object, f.Symbol = e.Object, e.Symbol
	} else if e, ok := errors.AsType[*rtdyld.TooLargeError](err); ok {
		f.at(e.Object, e.Section, e.Offset, "", e.Symbol)
	} else if e, ok := errors.AsType[*objfmt.FormatError](err); ok {
		f.at(e.File, "", e.Offset, "", "")
	} else if e, ok := errors.AsType[*symbolize.ExplainedError](err); ok && len(e.Where) > 0 {
		f.in(e.Where[0])
	}
	return f
}

// in says in which code it is, if that is known. Offsets of a location count from its symbol.
func (f *failure) in(at symbolize.Location) {
	switch {
	case at.Object == "":
	case at.Symbol != "":
		f.Object, f.Section, f.Symbol = at.Object, at.Section, at.Symbol
	default:
		f.at(at.Object, at.Section, at.Offset, "", "")
	}
}

func (f *failure) at(object, section string, offset uint64, relocation, symbol string) {
	f.Object, f.Section, f.Relocation, f.Symbol = object, section, relocation, symbol
	if section != "" || relocation == "" && symbol == "" {
		f.Offset = &offset
	}
}

// problems finds what is undefined, defined twice or dropped.
func (c *collector) problems() {
	if c.src.Err != nil {
		c.x.failure = failureOf(c.src.Err)
		if e, ok := errors.AsType[*rtdyld.UndefinedError](c.src.Err); ok {
			for _, s := range e.Symbols {
				c.undefined(s)
			}
		}
	}
	kept := map[string]int{} // groups that count, by name: files
	for i := range c.src.Objects {
		c.groups(i, func(name string, g *objfmt.Group, has bool) {
			if _, ok := kept[name]; has && !ok {
				kept[strings.Clone(name)] = c.order[i]
			}
		})
	}
	for i, o := range c.src.Objects {
		c.groups(i, func(name string, g *objfmt.Group, has bool) {
			by, ok := kept[name]
			if has || !ok {
				return
			}
			d := droppedGroup{group: strings.Clone(name), file: c.order[i], kept: by}
			for _, id := range c.objects[i].img.GroupMembers(g) {
				d.size += c.objects[i].img.Sections[id].Size
			}
			c.x.dropped = append(c.x.dropped, d)
		})
		c.definitions(i, o)
	}
}

// undefined enters a name that nobody defines, with the files that refer to it.
func (c *collector) undefined(s rtdyld.UndefinedSymbol) {
	if len(s.Refs) == 0 {
		c.x.missing = append(c.x.missing, missing{s.Name, -1})
	}
	for _, r := range s.Refs {
		by, ok := c.number[r.Object]
		if !ok {
			by = -1
		}
		c.x.missing = append(c.x.missing, missing{s.Name, by})
	}
}

// groups calls f for each COMDAT group of object i; has says that some section of it is in memory.
func (c *collector) groups(i int, f func(name string, g *objfmt.Group, has bool)) {
	p := &c.objects[i]
	for k := range p.img.Groups {
		g := &p.img.Groups[k]
		if !g.Comdat {
			continue
		}
		has := false
		for _, id := range p.img.GroupMembers(g) {
			has = has || uint64(id) < uint64(len(p.rows)) && p.rows[id] >= 0
		}
		f(p.img.GroupName(g), g, has)
	}
}

// definitions enters definitions of object i that do not count beside those of other files, and weak names that nothing defines.
func (c *collector) definitions(i int, o *rtdyld.Object) {
	img := c.objects[i].img
	counts := map[objfmt.SymbolID]bool{}
	c.symbols = o.AppendSymbols(c.symbols[:0])
	for k := range c.symbols {
		counts[c.symbols[k].ID] = true
	}
	for id := img.FirstGlobal; uint64(id) < uint64(len(img.Symbols)); id++ {
		s := &img.Symbols[id]
		if counts[id] || s.Bind == objfmt.BindLocal || s.Type == objfmt.SymSection || s.Type == objfmt.SymFile {
			continue
		}
		name := img.SymbolName(id)
		by, ok := c.globals[name]
		switch {
		case name == "" || uint64(s.Section) < uint64(len(c.objects[i].rows)) && c.objects[i].rows[s.Section] < 0: // dropped with its section
		case s.Section == objfmt.SecUndef && s.Bind == objfmt.BindWeak && !ok:
			if _, outside := c.outside[name]; !outside && c.x.failure == nil {
				c.x.missing = append(c.x.missing, missing{strings.Clone(name), c.order[i]})
			}
		case s.Defined() && ok && c.x.file.symbols[by] != c.order[i]:
			c.x.doubles = append(c.x.doubles, double{strings.Clone(name), c.x.file.symbols[by], c.order[i]})
		}
	}
}
