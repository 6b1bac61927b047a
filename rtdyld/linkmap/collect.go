package linkmap

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// collector is one Collect at work.
type collector struct {
	ctx     context.Context
	src     *Source
	d       *Document
	x       *Detail
	objects []object       // by object
	number  map[string]int // of files by name, the first of each; before finish by object
	order   []int          // by object: its index in Document.Files

	globals map[string]int // definitions that count for all objects, as indexes of Document.Symbols
	outside map[string]int // indexes of Document.External

	sections []rtdyld.LoadedSection // of the object that is asked
	symbols  []rtdyld.LoadedSymbol
	made     []rtdyld.Made
}

// object is where a document has what is of one object.
type object struct {
	img         *objfmt.ObjectImage
	firstSymbol int
	rows        []int // by section of the image: its index in Document.Sections, -1 for one that is not in memory
}

// parts enters sections, symbols and what was made, an object after the other.
func (c *collector) parts() error {
	for i, o := range c.src.Objects {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		c.file(o.Name(), o.Image())
		c.d.Counts.Add(o.Counts())
		c.objectSections(i, o)
		c.objectSymbols(i, o)
		if err := c.objectMade(i, o); err != nil {
			return err
		}
	}
	return nil
}

// file enters a file.
func (c *collector) file(name string, img *objfmt.ObjectImage) {
	if _, ok := c.number[name]; !ok {
		c.number[name] = len(c.d.Files)
	}
	name = strings.Clone(name)
	c.d.Files = append(c.d.Files, File{File: name})
	c.x.formats = append(c.x.formats, img.Triple.String())
	if c.x.triple == "" {
		c.x.triple = img.Triple.String()
	}
	p := object{img: img, firstSymbol: len(c.d.Symbols), rows: make([]int, len(img.Sections))}
	for i := range p.rows {
		p.rows[i] = -1
	}
	c.objects = append(c.objects, p)
}

// objectSections enters the sections of object i, and adds up its sizes.
func (c *collector) objectSections(i int, o *rtdyld.Object) {
	p := &c.objects[i]
	c.sections = o.AppendSections(c.sections[:0])
	for _, d := range o.Islands() {
		c.sections = append(c.sections, rtdyld.LoadedSection{ID: objfmt.SecUndef, Name: d.Name, Block: d.Block, Align: d.Align, Kind: objfmt.KindCode})
	}
	for k := range c.sections {
		s := &c.sections[k]
		row := Section{File: c.d.Files[i].File, Name: strings.Clone(s.Name), Addr: Address(s.Addr), Size: uint64(len(s.Mem)), Align: s.Align, Kind: s.Kind.String()}
		kind := s.Kind.String()
		if uint64(s.ID) < uint64(len(p.img.Sections)) {
			of := &p.img.Sections[s.ID]
			row.Section, p.rows[s.ID] = of.Number, len(c.d.Sections)
			switch {
			case of.Flags&objfmt.SecTLS != 0:
				kind = "thread"
			case of.Flags&objfmt.SecZeroFill != 0:
				kind = "zero"
			}
		}
		c.section(i, row, kind, s.Kind)
	}
	for _, b := range o.Blocks() {
		c.x.blocks = append(c.x.blocks, block{b.Addr, uint64(len(b.Mem)), c.kindAt(b.Addr)})
	}
}

// section enters a section of file i.
func (c *collector) section(i int, row Section, kind string, in objfmt.Kind) {
	c.d.Files[i].Add(in, row.Size)
	if kind == "rodata" {
		kind = "readonly"
	}
	c.d.Sections = append(c.d.Sections, row)
	c.x.file.sections = append(c.x.file.sections, i)
	c.x.kinds = append(c.x.kinds, kind)
}

// kindAt is the kind of a block of the object that is asked: that of the first section in it.
func (c *collector) kindAt(addr uint64) objfmt.Kind {
	best, kind := uint64(math.MaxUint64), objfmt.KindNone
	for i := range c.sections {
		if s := &c.sections[i]; s.Kind != objfmt.KindNone && s.Addr >= addr && s.Addr < best {
			best, kind = s.Addr, s.Kind
		}
	}
	return kind
}

// objectSymbols enters the symbols of object i.
func (c *collector) objectSymbols(i int, o *rtdyld.Object) {
	p := &c.objects[i]
	p.firstSymbol = len(c.d.Symbols)
	c.symbols = o.AppendSymbols(c.symbols[:0])
	for k := range c.symbols {
		s := &c.symbols[k]
		row, section := Symbol{Name: strings.Clone(s.Name), Addr: Address(s.Addr), Size: s.Size, File: c.d.Files[i].File, Binding: s.Bind.String()}, -1
		if uint64(s.Section) < uint64(len(p.rows)) {
			section, row.Section = p.rows[s.Section], p.img.Sections[s.Section].Number
			if s.Type == objfmt.SymTLS && section >= 0 && uint64(s.ID) < uint64(len(p.img.Symbols)) {
				c.x.threads[len(c.d.Symbols)] = c.d.Sections[section].Addr + Address(p.img.Symbols[s.ID].Value)
			}
		}
		c.d.Symbols = append(c.d.Symbols, row)
		c.x.types = append(c.x.types, s.Type)
		c.x.file.symbols = append(c.x.file.symbols, i)
		c.x.file.symbolSections = append(c.x.file.symbolSections, section)
	}
}

// objectMade enters stubs and GOT entries of object i.
func (c *collector) objectMade(i int, o *rtdyld.Object) (err error) {
	if c.made, err = o.AppendMade(c.ctx, c.made[:0]); err != nil {
		return err
	}
	for k := range c.made {
		m := &c.made[k]
		file, symbol := c.d.Files[i].File, strings.Clone(m.Symbol)
		if m.What == "stub" {
			c.d.Stubs = append(c.d.Stubs, Stub{File: file, Section: strings.Clone(m.Section), Symbol: symbol, Addr: Address(m.Addr)})
			c.x.file.stubs = append(c.x.file.stubs, i)
		} else {
			c.d.GOT = append(c.d.GOT, GOTEntry{File: file, Symbol: symbol, Addr: Address(m.Addr), What: m.What})
			c.x.file.slots = append(c.x.file.slots, i)
		}
	}
	return nil
}

// images enters what was to be loaded, without addresses.
func (c *collector) images() {
	for i, img := range c.src.Images {
		c.file(img.Name, img)
		c.d.Counts.Files++
		c.d.Counts.Symbols += len(img.Symbols)
		for id := range img.Sections {
			s := &img.Sections[id]
			if s.Kind == objfmt.KindNone {
				continue
			}
			c.d.Counts.Sections++
			c.d.Counts.Bytes += s.Size
			c.section(i, Section{File: c.d.Files[i].File, Section: s.Number, Name: strings.Clone(img.SectionName(objfmt.SectionID(id))), Size: s.Size, Align: s.Alignment(), Kind: s.Kind.String()}, s.Kind.String(), s.Kind)
		}
	}
}

// finish sorts the files by size, and finds what they all share: the range of addresses, names, blocks.
func (c *collector) finish() {
	base := Address(math.MaxUint64)
	for i := range c.d.Sections {
		if s := &c.d.Sections[i]; s.Kind != objfmt.KindNone.String() && s.Addr != 0 {
			base = min(base, s.Addr)
		}
	}
	if base != math.MaxUint64 {
		c.d.Base = base
	}
	c.d.Counts.Copies = len(c.d.Copies)
	c.reasons()
	c.sortFiles()
	c.x.blocks = joined(c.x.blocks)
	c.names()
}

// reasons say of members of archives why they are here. Of several with one name each has a reason of its own.
func (c *collector) reasons() {
	of := map[string][]int{}
	for i := range c.src.Reasons {
		of[c.src.Reasons[i].Member] = append(of[c.src.Reasons[i].Member], i)
	}
	for i := range c.d.Files {
		f := &c.d.Files[i]
		if left := of[f.File]; len(left) > 0 {
			r := &c.src.Reasons[left[0]]
			f.Needed, of[f.File] = &Reason{For: r.Name, By: r.By}, left[1:]
		}
	}
}

// sortFiles sorts the files by size, and renumbers what is of them.
func (c *collector) sortFiles() {
	sorted := make([]int, len(c.d.Files)) // objects, by size
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(c.d.Files[b].Size, c.d.Files[a].Size) })
	c.order = make([]int, len(sorted))
	list, formats := make([]File, len(sorted)), make([]string, len(sorted))
	for at, i := range sorted {
		c.order[i], list[at], formats[at] = at, c.d.Files[i], c.x.formats[i]
	}
	c.d.Files, c.x.formats = list, formats
	for _, of := range [][]int{c.x.file.sections, c.x.file.symbols, c.x.file.stubs, c.x.file.slots} {
		for k := range of {
			of[k] = c.order[of[k]]
		}
	}
	for name, i := range c.number {
		c.number[name] = c.order[i]
	}
}

// joined are blocks without bounds where one of the same kind follows another, up to a page behind it: objects have parts of them.
func joined(list []block) []block {
	slices.SortFunc(list, func(a, b block) int { return cmp.Compare(a.addr, b.addr) })
	var out []block
	for _, b := range list {
		if n := len(out); n > 0 && out[n-1].kind == b.kind && b.addr-out[n-1].addr <= out[n-1].size+4096 {
			out[n-1].size = max(out[n-1].size, b.addr+b.size-out[n-1].addr)
		} else if b.size > 0 {
			out = append(out, b)
		}
	}
	return out
}

// others demangles names that are no symbols of the map: from elsewhere, undefined, of groups.
func (c *collector) others() {
	if c.src.Demangle == nil {
		return
	}
	seen := map[string]bool{}
	add := func(name string) {
		if _, ok := c.globals[name]; ok || seen[name] {
			return
		}
		seen[name] = true
		if plain := c.src.Demangle(name); plain != name {
			c.x.others = append(c.x.others, demangledName{name, plain})
		}
	}
	for i := range c.d.External {
		add(c.d.External[i].Name)
	}
	for i := range c.x.missing {
		add(c.x.missing[i].name)
	}
	for i := range c.x.dropped {
		add(c.x.dropped[i].group)
	}
}

// names makes the tables of names, and demangles them.
func (c *collector) names() {
	c.globals, c.outside = make(map[string]int, len(c.d.Symbols)), make(map[string]int, len(c.d.External))
	for i := range c.d.External {
		c.outside[c.d.External[i].Name] = i
	}
	if c.src.Demangle != nil {
		c.x.plain = make([]string, len(c.d.Symbols))
	}
	local := objfmt.BindLocal.String()
	for i := range c.d.Symbols {
		s := &c.d.Symbols[i]
		if _, ok := c.globals[s.Name]; !ok && s.Binding != local {
			c.globals[s.Name] = i
		}
		if c.src.Demangle != nil {
			if plain := c.src.Demangle(s.Name); plain != s.Name {
				c.x.plain[i], c.x.hasPlain = plain, true
			}
		}
	}
}
