package linkmap

import (
	"strings"
)

// columns is a link as the page reads it: tables by column, so that many rows are read fast, with names as numbers of strings and addresses as
// distances from the base. -1 is what is not there.
type columns struct {
	Version int      `json:"version"`
	Title   string   `json:"title"`
	Command []string `json:"command,omitempty"`
	Triple  string   `json:"triple,omitempty"`
	Base    Address  `json:"base"`
	End     uint64   `json:"end"`
	Error   *failure `json:"error"`
	Strings []string `json:"strings"`

	Files    fileColumns     `json:"files"`
	Sections sectionColumns  `json:"sections"`
	Symbols  symbolColumns   `json:"symbols"`
	Outside  externalColumns `json:"outside"`
	Stubs    madeColumns     `json:"stubs"`
	Slots    madeColumns     `json:"slots"`
	Copies   copyColumns     `json:"copies"`
	Counts   Counts          `json:"counts"`

	*detailColumns
	Against *changeColumns `json:"against"`

	numbers map[string]int // of strings
	base    uint64
}

type fileColumns struct {
	Name      []int    `json:"name"`
	Format    []int    `json:"format,omitempty"`
	Archive   []int    `json:"archive"`
	Size      []uint64 `json:"size"`
	Code      []uint64 `json:"code"`
	ReadOnly  []uint64 `json:"readonly"`
	Data      []uint64 `json:"data"`
	NeededFor []int    `json:"neededFor"`
	NeededBy  []int    `json:"neededBy"` // -2: the entry
}

type sectionColumns struct {
	File   []int    `json:"file"`
	Name   []int    `json:"name"`
	Number []uint32 `json:"number"`
	Addr   []int64  `json:"addr"`
	Size   []uint64 `json:"size"`
	Align  []uint64 `json:"align"`
	Kind   []int    `json:"kind"`
	Perm   []int    `json:"perm"`
	Made   []int    `json:"made"`
}

type symbolColumns struct {
	Name    []int    `json:"name"`
	Plain   []int    `json:"plain,omitempty"`
	Section []int    `json:"section"`
	Addr    []int64  `json:"addr"`
	Size    []uint64 `json:"size"`
	Bind    []int    `json:"bind"`
	Type    []int    `json:"type,omitempty"`
}

type externalColumns struct {
	Name []int     `json:"name"`
	From []int     `json:"from"`
	Addr []Address `json:"addr"`
}

// madeColumns are stubs, which have a section, or GOT entries, which have a kind.
type madeColumns struct {
	File    []int   `json:"file"`
	Symbol  []int   `json:"symbol"`
	Section []int   `json:"section,omitempty"`
	What    []int   `json:"what,omitempty"`
	Addr    []int64 `json:"addr"`
}

type copyColumns struct {
	Symbol []int     `json:"symbol"`
	Addr   []int64   `json:"addr"`
	From   []Address `json:"from"`
	Size   []uint64  `json:"size"`
}

// columnsOf makes the tables of a map.
func columnsOf(d *Document, cfg *Config) *columns {
	c := &columns{Version: 1, Title: cfg.Title, Command: cfg.Command, Base: d.Base, base: uint64(d.Base), Counts: d.Counts, Strings: []string{}, numbers: make(map[string]int, len(d.Symbols))}
	for i := range d.Sections {
		if s := &d.Sections[i]; s.Kind != "none" && s.Addr >= d.Base {
			c.End = max(c.End, uint64(s.Addr-d.Base)+s.Size)
		}
	}
	numbers, of := c.files(d.Files), files{}
	if d.Detail != nil {
		of = d.Detail.file
	} else {
		of = filesOf(d, numbers)
	}
	c.sections(d.Sections, of.sections)
	c.symbols(d.Symbols, of.symbolSections)
	for _, e := range d.External {
		c.Outside.Name = append(c.Outside.Name, c.text(e.Name))
		c.Outside.From = append(c.Outside.From, c.text(e.From))
		c.Outside.Addr = append(c.Outside.Addr, e.Addr)
	}
	for i := range d.Stubs {
		s := &d.Stubs[i]
		c.Stubs.add(of.stubs[i], c.text(s.Symbol), c.at(s.Addr))
		c.Stubs.Section = append(c.Stubs.Section, c.text(s.Section))
	}
	for i := range d.GOT {
		s := &d.GOT[i]
		c.Slots.add(of.slots[i], c.text(s.Symbol), c.at(s.Addr))
		c.Slots.What = append(c.Slots.What, c.text(s.What))
	}
	for _, e := range d.Copies {
		c.Copies.Symbol = append(c.Copies.Symbol, c.text(e.Symbol))
		c.Copies.Addr = append(c.Copies.Addr, c.at(e.Addr))
		c.Copies.From = append(c.Copies.From, e.From)
		c.Copies.Size = append(c.Copies.Size, e.Size)
	}
	if d.Detail != nil {
		c.detail(d, cfg.More)
		c.steps(cfg.Steps)
	}
	if cfg.Err != nil {
		c.Error = failureOf(cfg.Err)
		c.Error.in(cfg.Where)
	}
	if cfg.Against != nil {
		c.changes(compare(cfg.Against, d))
	}
	return c
}

// text is the number of a string.
func (c *columns) text(s string) int {
	n, ok := c.numbers[s]
	if !ok {
		n = len(c.Strings)
		c.numbers[s] = n
		c.Strings = append(c.Strings, s)
	}
	return n
}

// at is an address as a distance from the base, -1 outside of all sections. What has no address yet has 0.
func (c *columns) at(a Address) int64 {
	if off := uint64(a) - c.base; a != 0 && off <= c.End {
		return int64(off)
	}
	return -1
}

func (t *madeColumns) add(file, symbol int, at int64) {
	t.File, t.Symbol, t.Addr = append(t.File, file), append(t.Symbol, symbol), append(t.Addr, at)
}

// numberOf is the number of a file, -1 for one that is not known.
func numberOf(files map[string]int, name string) int {
	if n, ok := files[name]; ok {
		return n
	}
	return -1
}

// files enters the files, and returns their numbers: of several with one name the first one's.
func (c *columns) files(list []File) map[string]int {
	t, numbers := &c.Files, make(map[string]int, len(list))
	for i := range list {
		if _, ok := numbers[list[i].File]; !ok {
			numbers[list[i].File] = i
		}
	}
	for i := range list {
		f := &list[i]
		archive, neededFor, neededBy := -1, -1, -1
		if name, _, ok := strings.Cut(f.File, "("); ok && strings.HasSuffix(f.File, ")") {
			archive = c.text(name)
		}
		if f.Needed != nil {
			neededFor, neededBy = c.text(f.Needed.For), -2
			if f.Needed.By != "" {
				neededBy = numberOf(numbers, f.Needed.By)
			}
		}
		t.Name, t.Archive = append(t.Name, c.text(f.File)), append(t.Archive, archive)
		t.Size, t.Code, t.ReadOnly, t.Data = append(t.Size, f.Size), append(t.Code, f.Code), append(t.ReadOnly, f.ReadOnly), append(t.Data, f.Data)
		t.NeededFor, t.NeededBy = append(t.NeededFor, neededFor), append(t.NeededBy, neededBy)
	}
	return numbers
}

// filesOf finds by their names which files the parts of a document are of.
func filesOf(d *Document, numbers map[string]int) files {
	of, sections := files{}, map[inFile]int{}
	for i := range d.Sections {
		s := &d.Sections[i]
		of.sections = append(of.sections, numberOf(numbers, s.File))
		if key := (inFile{of.sections[i], s.Section}); s.Section != 0 && sections[key] == 0 {
			sections[key] = i + 1
		}
	}
	for i := range d.Symbols {
		s := &d.Symbols[i]
		of.symbolSections = append(of.symbolSections, sections[inFile{numberOf(numbers, s.File), s.Section}]-1)
	}
	for i := range d.Stubs {
		of.stubs = append(of.stubs, numberOf(numbers, d.Stubs[i].File))
	}
	for i := range d.GOT {
		of.slots = append(of.slots, numberOf(numbers, d.GOT[i].File))
	}
	return of
}

// inFile is a section by its file and number.
type inFile struct {
	file   int
	number uint32
}

// permission is what a kind of section ends with.
func permission(kind string) string {
	switch kind {
	case "code":
		return "r-x"
	case "rodata":
		return "r--"
	case "data":
		return "rw-"
	}
	return "---"
}

// sections enters the sections, of files.
func (c *columns) sections(list []Section, files []int) {
	t := &c.Sections
	for i := range list {
		s, made := &list[i], 0
		if s.Section == 0 {
			made = 1
		}
		kind := s.Kind
		if kind == "rodata" {
			kind = "readonly"
		}
		t.File, t.Name, t.Number = append(t.File, files[i]), append(t.Name, c.text(s.Name)), append(t.Number, s.Section)
		t.Addr, t.Size, t.Align = append(t.Addr, c.at(s.Addr)), append(t.Size, s.Size), append(t.Align, s.Align)
		t.Kind, t.Perm, t.Made = append(t.Kind, c.text(kind)), append(t.Perm, c.text(permission(s.Kind))), append(t.Made, made)
	}
}

// symbols enters the symbols, in sections.
func (c *columns) symbols(list []Symbol, sections []int) {
	t := &c.Symbols
	for i := range list {
		s := &list[i]
		t.Name, t.Section = append(t.Name, c.text(s.Name)), append(t.Section, sections[i])
		t.Addr, t.Size, t.Bind = append(t.Addr, c.at(s.Addr)), append(t.Size, s.Size), append(t.Bind, c.text(s.Binding))
	}
}
