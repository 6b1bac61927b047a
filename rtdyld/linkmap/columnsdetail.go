package linkmap

import "math"

// detailColumns are what a Detail adds to the tables.
type detailColumns struct {
	Blocks     blockColumns     `json:"blocks"`
	Refs       refColumns       `json:"refs"`
	Kinds      kindColumns      `json:"kinds"`
	Near       []nearRow        `json:"near"`
	Undefined  undefinedColumns `json:"undefined"`
	Duplicates doubleColumns    `json:"duplicates"`
	Discarded  droppedColumns   `json:"discarded"`
	Steps      stepColumns      `json:"steps"`
	Demangled  *plainColumns    `json:"demangled,omitempty"`
	// CodeLimit is how much of the code elements code-K have. nil: all.
	CodeLimit *codeLimit `json:"codeLimit,omitempty"`
}

// plainColumns are names that are no symbols of the map, and what the source calls them.
type plainColumns struct {
	Name  []int `json:"name"`
	Plain []int `json:"plain"`
}

type codeLimit struct {
	Shown int `json:"shown"` // bytes
	All   int `json:"all"`
	// Command makes a page with all of it.
	Command string `json:"command,omitempty"`
}

type blockColumns struct {
	Addr []int64  `json:"addr"`
	Size []uint64 `json:"size"`
	Perm []int    `json:"perm"`
}

// refColumns are sorted by from: a symbol, or -1 less a section. To is a symbol, -1 less an external name, or behind those a section.
type refColumns struct {
	From  []int `json:"from"`
	To    []int `json:"to"`
	Kind  []int `json:"kind"`
	Count []int `json:"count"`
}

type kindColumns struct {
	Name   []int     `json:"name"`
	Count  []uint64  `json:"count"`
	Bits   []int     `json:"bits"`
	Least  []string  `json:"least"`
	Most   []string  `json:"most"`
	Room   []float64 `json:"room"`
	At     []int     `json:"at"`
	Offset []uint64  `json:"offset"`
}

type nearRow struct {
	Kind    int    `json:"kind"`
	Section int    `json:"section"`
	Offset  uint64 `json:"offset"`
	Symbol  int    `json:"symbol"`
	Value   string `json:"value"`
	Limit   string `json:"limit"`
}

type undefinedColumns struct {
	Name []int `json:"name"`
	By   []int `json:"by"`
}

type doubleColumns struct {
	Name    []int `json:"name"`
	Kept    []int `json:"kept"`
	Dropped []int `json:"dropped"`
}

type droppedColumns struct {
	Group []int    `json:"group"`
	File  []int    `json:"file"`
	Kept  []int    `json:"kept"`
	Size  []uint64 `json:"size"`
}

type stepColumns struct {
	Name []int   `json:"name"`
	NS   []int64 `json:"ns"`
	CPU  []int64 `json:"cpu"`
}

type changeColumns struct {
	Rows struct {
		What   []int   `json:"what"`
		Name   []int   `json:"name"`
		File   []int   `json:"file"`
		Before []int64 `json:"before"`
		After  []int64 `json:"after"`
	} `json:"rows"`
}

// detail enters what is known beyond the map.
func (c *columns) detail(d *Document, more string) {
	x, t := d.Detail, &detailColumns{}
	c.detailColumns, c.Triple, c.Error = t, x.triple, x.failure
	if x.codeLeft > 0 {
		t.CodeLimit = &codeLimit{Shown: x.codeShown, All: x.codeShown + x.codeLeft, Command: more}
	}
	for _, s := range x.formats {
		c.Files.Format = append(c.Files.Format, c.text(s))
	}
	for i, kind := range x.kinds {
		c.Sections.Kind[i] = c.text(kind)
	}
	for i, typ := range x.types {
		c.Symbols.Type = append(c.Symbols.Type, c.text(typ.String()))
		if plain := -1; x.hasPlain {
			if x.plain[i] != "" {
				plain = c.text(x.plain[i])
			}
			c.Symbols.Plain = append(c.Symbols.Plain, plain)
		}
	}
	for i, a := range x.threads {
		c.Symbols.Addr[i] = c.at(a)
	}
	for _, b := range x.blocks {
		t.Blocks.Addr, t.Blocks.Size = append(t.Blocks.Addr, int64(b.addr-c.base)), append(t.Blocks.Size, b.size)
		t.Blocks.Perm = append(t.Blocks.Perm, c.text(permission(b.kind.String())))
	}
	t.Refs = refColumns{make([]int, 0, len(x.refs)), make([]int, 0, len(x.refs)), make([]int, 0, len(x.refs)), make([]int, 0, len(x.refs))}
	for _, r := range x.refs {
		t.Refs.From, t.Refs.To = append(t.Refs.From, r.from), append(t.Refs.To, r.to)
		t.Refs.Kind, t.Refs.Count = append(t.Refs.Kind, r.kind), append(t.Refs.Count, r.count)
	}
	if len(x.others) > 0 {
		t.Demangled = &plainColumns{}
	}
	for _, n := range x.others {
		t.Demangled.Name, t.Demangled.Plain = append(t.Demangled.Name, c.text(n.name)), append(t.Demangled.Plain, c.text(n.plain))
	}
	c.values(&x.relocs)
	c.problems(x)
	c.steps(x.steps)
}

// steps enters steps behind those that are there.
func (c *columns) steps(list []Step) {
	t := &c.Steps
	for _, s := range list {
		t.Name, t.NS, t.CPU = append(t.Name, c.text(s.Name)), append(t.NS, int64(s.Time)), append(t.CPU, int64(s.CPU))
	}
}

// values enters the kinds of relocations.
func (c *columns) values(r *relocKinds) {
	t := &c.Kinds
	for i := range r.list {
		k := &r.list[i]
		t.Name, t.Count, t.Bits = append(t.Name, c.text(k.name)), append(t.Count, k.count), append(t.Bits, k.bits)
		least, most := "", ""
		if k.section >= 0 {
			least, most = signed(k.least), signed(k.most)
		}
		t.Least, t.Most, t.Room = append(t.Least, least), append(t.Most, most), append(t.Room, math.Round(k.room*1e6)/1e6)
		t.At, t.Offset = append(t.At, k.section), append(t.Offset, k.offset)
	}
	for _, n := range r.near {
		c.Near = append(c.Near, nearRow{n.kind, n.section, n.offset, c.text(n.symbol), signed(n.value), signed(n.limit)})
	}
}

// problems enters what is undefined, defined twice or dropped.
func (c *columns) problems(x *Detail) {
	for _, m := range x.missing {
		c.Undefined.Name, c.Undefined.By = append(c.Undefined.Name, c.text(m.name)), append(c.Undefined.By, m.by)
	}
	for _, m := range x.doubles {
		t := &c.Duplicates
		t.Name, t.Kept, t.Dropped = append(t.Name, c.text(m.name)), append(t.Kept, m.kept), append(t.Dropped, m.dropped)
	}
	for _, g := range x.dropped {
		t := &c.Discarded
		t.Group, t.File, t.Kept, t.Size = append(t.Group, c.text(g.group)), append(t.File, g.file), append(t.Kept, g.kept), append(t.Size, g.size)
	}
}

// changes enters the comparison with an older map.
func (c *columns) changes(rows []change) {
	c.Against = &changeColumns{}
	t := &c.Against.Rows
	for _, r := range rows {
		t.What, t.Name, t.File = append(t.What, c.text(r.what)), append(t.Name, c.text(r.name)), append(t.File, c.text(r.file))
		t.Before, t.After = append(t.Before, r.before), append(t.After, r.after)
	}
}
