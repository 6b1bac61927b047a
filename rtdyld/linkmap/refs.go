package linkmap

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// ref is how often one symbol refers to another by relocations, of which kind is the first one's.
type ref struct {
	from  int // symbol, or -1 less a section's index
	to    int // symbol, -1 less the index of an external name, or behind these of a section
	kind  int // -1: there is no relocation, the code itself refers to it
	count int
}

// relocKinds are the types of relocations, and the values of their fields.
type relocKinds struct {
	names map[string]int
	list  []relocKind
	near  []near // those that have used most of their ranges, most first
}

type relocKind struct {
	name        string
	count       uint64
	bits        int // of the value; 0: no field with limits has been looked at
	least, most int64
	room        float64 // how much of the range the farthest value has used, 0 to 1
	section     int     // where that is, -1 for nowhere
	offset      uint64
}

// near is a value that is close to a limit.
type near struct {
	kind, section int
	offset        uint64
	symbol        string
	value, limit  int64
	room          float64
}

// mostNear is how many values close to their limits are told of.
const mostNear = 50

// walker reads the relocations of one object.
type walker struct {
	*collector
	part   *object
	table  *reloc.Table
	order  bin.Order
	ready  bool  // values have been written
	own    []int // by symbol of the image: its index in Document.Symbols, -1 for none
	target []int // by symbol: what it refers to as in ref, and unknown until then
	kinds  []int // by type: its kind plus one
	pairs  []ref
	places []int // all symbols by section, likewise; for code
	sorted []int // symbols by section and address, as indexes of the object's list
}

// Targets that are not to be entered.
const (
	notAsked = math.MinInt // yet
	nothing  = notAsked + 1
)

// references finds who refers to whom, and the kinds of relocations.
func (c *collector) references() error {
	c.x.relocs.names = map[string]int{}
	w := &walker{collector: c}
	for i, o := range c.src.Objects {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if w.part = &c.objects[i]; !w.begin(o) {
			continue
		}
		if err := w.sort(); err != nil {
			return err
		}
		c.sections = o.AppendSections(c.sections[:0])
		for k := range c.sections {
			s := &c.sections[k]
			if uint64(s.ID) < uint64(len(w.part.img.Sections)) && len(w.part.img.Sections[s.ID].Raw) > 0 {
				if err := c.ctx.Err(); err != nil {
					return err
				}
				w.section(s)
			}
		}
		w.end()
	}
	return nil
}

// joinedRefs are references sorted, a row for each pair.
func joinedRefs(list []ref) []ref {
	slices.SortStableFunc(list, func(a, b ref) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	out := list[:0]
	for _, r := range list {
		if last := len(out) - 1; last >= 0 && out[last].from == r.from && out[last].to == r.to {
			out[last].count += r.count
		} else {
			out = append(out, r)
		}
	}
	return out
}

// begin makes the tables of an object, and reports whether it has relocations that are known.
func (w *walker) begin(o *rtdyld.Object) bool {
	img := w.part.img
	if w.table = rtdyld.Relocations(img); w.table == nil {
		return false
	}
	w.order, w.ready = bin.Order{Big: img.Big}, o.State() == rtdyld.Finalized
	w.symbols = o.AppendSymbols(w.symbols[:0])
	w.own, w.target = filled(w.own, len(img.Symbols), -1), filled(w.target, len(img.Symbols), notAsked)
	w.kinds, w.pairs = filled(w.kinds, len(w.table.Rows), 0), w.pairs[:0]
	for k := range w.symbols {
		id := w.symbols[k].ID
		if uint64(id) >= uint64(len(w.own)) {
			return false // a linked image has names of its own, and no relocations
		}
		w.own[id] = w.part.firstSymbol + k
	}
	return true
}

// filled is a list of n elements that are all v, in the memory of another.
func filled(list []int, n, v int) []int {
	list = slices.Grow(list[:0], n)[:n]
	for i := range list {
		list[i] = v
	}
	return list
}

// end enters the references of an object, a row for each pair.
func (w *walker) end() {
	w.x.refs = append(w.x.refs, joinedRefs(w.pairs)...)
}

// section reads the relocations of a section.
func (w *walker) section(s *rtdyld.LoadedSection) {
	img, row := w.part.img, w.part.rows[s.ID]
	file := img.Sections[s.ID].Data
	code := s.Kind == objfmt.KindCode
	for r, err := range img.Relocs(s.ID) {
		if err != nil {
			return // the linker has refused it
		}
		kind := w.kind(r.Type, 1)
		w.value(s, &r, kind, row)
		if from, to := w.from(s.ID, r.Offset), w.to(&r, file, code); to != nothing {
			w.pairs = append(w.pairs, ref{from, to, kind, 1})
		}
	}
}

// kind is the number of a type, of which it counts n more.
func (w *walker) kind(typ uint32, n uint64) int {
	known := uint64(typ) < uint64(len(w.kinds))
	if known && w.kinds[typ] > 0 {
		k := w.kinds[typ] - 1
		w.x.relocs.list[k].count += n
		return k
	}
	t := &w.x.relocs
	name := cmp.Or(w.table.Name(typ), Address(typ).String())
	k, ok := t.names[name]
	if !ok {
		k = len(t.list)
		t.names[name] = k
		t.list = append(t.list, relocKind{name: name, section: -1})
	}
	if known {
		w.kinds[typ] = k + 1
	}
	t.list[k].count += n
	return k
}

// sort lists the symbols that references may be in or lead to, by section and address, of several at one place the best last.
func (w *walker) sort() error {
	w.sorted = w.sorted[:0]
	for k := range w.symbols {
		if s := &w.symbols[k]; uint64(s.Section) < uint64(len(w.part.rows)) && (s.Type != objfmt.SymNone || s.Bind != objfmt.BindLocal) {
			w.sorted = append(w.sorted, k)
		}
	}
	syms := w.part.img.Symbols
	local := func(s *objfmt.Symbol) int {
		if s.Bind == objfmt.BindLocal {
			return 0
		}
		return 1
	}
	return heed.Sort(w.ctx, w.sorted, func(a, b int) int {
		x, y := &syms[w.symbols[a].ID], &syms[w.symbols[b].ID]
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Value, y.Value), cmp.Compare(local(x), local(y)), cmp.Compare(x.Size, y.Size), cmp.Compare(b, a))
	})
}

// covering is the symbol that an offset in a section lies in, -1 for none.
func (w *walker) covering(id objfmt.SectionID, off uint64) int {
	syms := w.part.img.Symbols
	behind, _ := slices.BinarySearchFunc(w.sorted, off, func(k int, off uint64) int {
		s := &syms[w.symbols[k].ID]
		if s.Section < id || s.Section == id && s.Value <= off {
			return -1
		}
		return 1
	})
	const enough = 8 // symbols that lie in others
	for i := behind - 1; i >= 0 && i >= behind-enough; i-- {
		s := &syms[w.symbols[w.sorted[i]].ID]
		if s.Section != id {
			break
		}
		if s.Size == 0 || off-s.Value < s.Size {
			return w.part.firstSymbol + w.sorted[i]
		}
	}
	return -1
}

// from is what a reference in a section is in.
func (w *walker) from(id objfmt.SectionID, off uint64) int {
	if sym := w.covering(id, off); sym >= 0 {
		return sym
	}
	return -1 - w.part.rows[id]
}

// to is what a relocation refers to, nothing for none.
func (w *walker) to(r *objfmt.Reloc, file []byte, code bool) int {
	if uint64(r.Sym) >= uint64(len(w.target)) {
		return nothing
	}
	if w.target[r.Sym] == notAsked {
		w.target[r.Sym] = w.named(r.Sym)
	}
	s := &w.part.img.Symbols[r.Sym]
	if s.Type != objfmt.SymSection || uint64(s.Section) >= uint64(len(w.part.rows)) || w.part.rows[s.Section] < 0 {
		return w.target[r.Sym]
	}
	to := w.target[r.Sym]
	if uint64(r.Type) >= uint64(len(w.table.Rows)) {
		return to
	}
	if beyond, ok := w.table.RefersTo(w.order, file, r, code); ok {
		if sym := w.covering(s.Section, s.Value+uint64(beyond)); sym >= 0 {
			return sym
		}
	}
	return to
}

// named is what a symbol of the object stands for.
func (w *walker) named(id objfmt.SymbolID) int {
	img := w.part.img
	if w.own[id] >= 0 {
		return w.own[id]
	}
	s := &img.Symbols[id]
	if id >= img.FirstGlobal && s.Bind != objfmt.BindLocal {
		name := img.SymbolName(id)
		if sym, ok := w.globals[name]; ok {
			return sym
		}
		if e, ok := w.outside[name]; ok {
			return -1 - e
		}
		return nothing
	}
	if uint64(s.Section) < uint64(len(w.part.rows)) && w.part.rows[s.Section] >= 0 {
		return -1 - len(w.d.External) - w.part.rows[s.Section]
	}
	return nothing
}

// value looks at what a relocation has written, where its field has limits.
func (w *walker) value(s *rtdyld.LoadedSection, r *objfmt.Reloc, kind, row int) {
	v, least, most, ok := w.written(s, r)
	if !ok {
		return
	}
	limit := most
	if v < 0 {
		limit = least
	}
	room := 0.0
	if limit != 0 {
		room = float64(v) / float64(limit)
	}
	k := &w.x.relocs.list[kind]
	if k.section < 0 {
		k.bits, k.least, k.most = bits.Len64(uint64(most)-uint64(least)), v, v
	}
	k.least, k.most = min(k.least, v), max(k.most, v)
	if k.section < 0 || room > k.room {
		k.room, k.section, k.offset = room, row, r.Offset
	}
	w.near(near{kind: kind, section: row, offset: r.Offset, value: v, limit: limit, room: room}, r.Sym)
}

// near keeps a value if it is among those closest to their limits.
func (w *walker) near(n near, sym objfmt.SymbolID) {
	list := w.x.relocs.near
	if len(list) == mostNear && n.room <= list[mostNear-1].room {
		return
	}
	n.symbol = w.targetName(sym)
	at, _ := slices.BinarySearchFunc(list, n, func(a, b near) int {
		if a.room >= b.room {
			return -1
		}
		return 1
	})
	w.x.relocs.near = slices.Insert(list, at, n)[:min(len(list)+1, mostNear)]
}
