package rtdyld

import (
	"context"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Sequence joins instances of templates into a function: its parts are one behind the other, each goes on with the next one, or with those that it is linked to. A jump at the
// end of a part to the part behind it is left out. Parts are aligned as instructions have to be, whatever their sections ask for. It may be used again after Reset, then without an allocation, and by one
// goroutine at a time; several sequences of one set may be used at the same time.
type Sequence struct {
	set    *Stencils
	parts  []joined
	values []uint64 // of all parts
	links  []link   // of all parts
	err    error    // the first

	need, align amounts // of the function; align is 0 for what it has none of
	size        uint64  // bytes of code
	odd         uint64
	tables      []ownTable // by template
	joints      reloc.Joints
	last        Function
}

// joined is a part of a sequence.
type joined struct {
	template      uint32
	values, links uint32 // where they begin
	at            [objfmt.NumKinds]uint32
	dropped       bool // the jump at its end
}

// link is where a continuation leads.
type link struct {
	part int    // -1: nowhere, -2: to addr
	addr uint64 // its address
}

const (
	nowhere  = -1
	external = -2
)

// ownTable is a table of addresses that a sequence writes, for a template in a slab.
type ownTable struct {
	s   *slab
	env reloc.Env
}

// UnlinkedError says that a part of a [Sequence] has a continuation that leads to no part.
type UnlinkedError struct {
	Part         int    // of the sequence
	Continuation int    // of its template
	To           int    // what it is linked to; less than 0: to nothing
	Object       string // name of the template's object
	Section      string // section that has the first reference to it
	Offset       uint64 // of that in the section, bytes
	Type         string // psABI name of the relocation
	Symbol       string // name of the continuation
}

// Error implements error.
func (e *UnlinkedError) Error() string {
	s := fmt.Sprintf("part %d: %s: %s+%#x: %s to %s: ", e.Part, texts.Name(e.Object), texts.Name(e.Section), e.Offset, e.Type, texts.Name(e.Symbol))
	if e.To < 0 {
		return s + "not linked"
	}
	return s + fmt.Sprintf("linked to part %d, which is not there", e.To)
}

// NewSequence makes a sequence without parts.
func (set *Stencils) NewSequence() *Sequence {
	return &Sequence{set: set, tables: make([]ownTable, len(set.all))}
}

// Reset forgets all parts and links. The functions that it has made stay.
func (q *Sequence) Reset() {
	q.parts, q.values, q.links, q.err, q.last = q.parts[:0], q.values[:0], q.links[:0], nil, Function{}
}

// Append adds an instance of a template, by its index in [NewStencils], with a value for each of its holes in their order. It returns the number of the part, from 0 on. Its continuation 0 leads to the
// part that is added next, all others nowhere. A mistake in the arguments is the error of Make.
func (q *Sequence) Append(template int, values ...uint64) (part int) {
	part = len(q.parts)
	if template < 0 || template >= len(q.set.all) {
		q.fail(fmt.Errorf("part %d: template %d of %d", part, template, len(q.set.all)))
		template, values = 0, nil
	}
	if len(q.set.all) == 0 {
		return part
	}
	t := q.set.all[template]
	if len(values) != len(t.cfg.Holes) {
		q.fail(fmt.Errorf("part %d: %s: %d values for %d holes", part, texts.Name(t.obj.name), len(values), len(t.cfg.Holes)))
	}
	q.parts = append(q.parts, joined{template: uint32(template), values: uint32(len(q.values)), links: uint32(len(q.links))})
	q.values = append(q.values, values...)
	for i := range t.cfg.Continuations {
		to := nowhere
		if i == 0 {
			to = part + 1
		}
		q.links = append(q.links, link{part: to})
	}
	return part
}

// fail keeps the first mistake.
func (q *Sequence) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// Link has a continuation of a part, by its index in its template, lead to another part, or to the same, which may be added later.
func (q *Sequence) Link(part, continuation, to int) {
	if l := q.link(part, continuation); l != nil {
		*l = link{part: max(to, nowhere)}
	}
}

// LinkAddr has a continuation of a part lead to a target address. There is no stub: one out of reach is a *reloc.RangeError of Make.
func (q *Sequence) LinkAddr(part, continuation int, addr uint64) {
	if l := q.link(part, continuation); l != nil {
		*l = link{part: external, addr: addr}
	}
}

// link is a continuation, or nil.
func (q *Sequence) link(part, continuation int) *link {
	if part < 0 || part >= len(q.parts) {
		q.fail(fmt.Errorf("link of part %d of %d", part, len(q.parts)))
		return nil
	}
	p := &q.parts[part]
	if n := len(q.set.all[p.template].cfg.Continuations); continuation < 0 || continuation >= n {
		q.fail(fmt.Errorf("part %d: %s: continuation %d of %d", part, texts.Name(q.set.all[p.template].obj.name), continuation, n))
		return nil
	}
	return &q.links[int(p.links)+continuation]
}

// Make makes a function of the parts. It allocates nothing in Open memory that is there already, once the sequence has made a function of as many parts of the same templates. Errors are an *UnlinkedError, a *reloc.RangeError
// for a value that does not fit, what the memory manager and Publish returned, and match ErrClosed.
func (q *Sequence) Make(ctx context.Context) (Function, error) {
	if q.err == nil && len(q.parts) == 0 {
		q.err = fmt.Errorf("sequence without parts")
	}
	if q.err != nil {
		return Function{}, q.err
	}
	if err := q.layout(); err != nil {
		return Function{}, err
	}
	f, err := q.set.take(ctx, q)
	if err != nil {
		return Function{}, err
	}
	if err = q.write(&f); err == nil {
		err = q.set.publish(ctx, &f)
	}
	if err != nil {
		if gone, _ := f.give(); gone != nil {
			err = join(err, gone.release(ctx))
		}
		return Function{}, err
	}
	q.last = f
	return f, nil
}

// layout says where parts are in the function, and which have no jump at the end.
func (q *Sequence) layout() error {
	q.need, q.align = amounts{}, amounts{}
	for i := range q.parts {
		p := &q.parts[i]
		t := q.set.all[p.template]
		for k := range t.parts {
			m := &t.parts[k]
			if !m.own || len(m.master) == 0 {
				continue
			}
			align := t.partAlign(objfmt.Kind(k))
			q.align[k] = max(q.align[k], align)
			at := (q.need[k] + align - 1) &^ (align - 1)
			p.at[k] = uint32(at)
			q.need[k] = at + uint64(len(m.master))
		}
		links := q.links[p.links:][:len(t.cfg.Continuations)]
		for c := range links {
			if l := &links[c]; l.part == nowhere || l.part >= len(q.parts) {
				if ref := t.refs[c]; ref != nil {
					return t.unlinked(i, c, l.part, ref)
				}
			}
		}
		p.dropped = false
		if t.tail.size > 0 && links[t.tail.to].part == i+1 {
			next := q.set.all[q.parts[i+1].template]
			if end := q.need[objfmt.KindCode] - t.tail.size; next.odd == t.odd && end&(next.codeAlign()-1) == 0 {
				p.dropped, q.need[objfmt.KindCode] = true, end
			}
		}
		if q.need[objfmt.KindCode] >= 1<<31 {
			return fmt.Errorf("part %d: %w", i, &TooLargeError{Object: t.obj.name, ID: objfmt.SecUndef, Size: q.need[objfmt.KindCode]})
		}
	}
	q.size, q.odd = q.need[objfmt.KindCode], q.set.all[q.parts[0].template].odd
	return nil
}

// codeAlign is what a template's code is aligned to in a function.
func (t *Template) codeAlign() uint64 {
	align := t.parts[objfmt.KindCode].align
	if most := t.obj.table.Arch.CodeAlign; most != 0 {
		align = min(align, most)
	}
	return align
}

// partAlign is what a part of a kind is aligned to in a function.
func (t *Template) partAlign(kind objfmt.Kind) uint64 {
	if kind == objfmt.KindCode {
		return t.codeAlign()
	}
	return t.parts[kind].align
}

// unlinked is the error for a continuation of a part.
func (t *Template) unlinked(part, continuation, to int, ref *heldRef) error {
	o := t.obj
	return &UnlinkedError{
		Part: part, Continuation: continuation, To: to, Object: o.name, Section: o.sectionText(ref.sec), Offset: ref.rec.Offset,
		Type: o.table.Name(ref.rec.Type), Symbol: o.symbolName(ref.rec.Sym),
	}
}

// write copies and patches all parts.
func (q *Sequence) write(f *Function) error {
	var all [objfmt.NumKinds]Block
	for k := range f.n {
		if f.n[k] > 0 {
			all[k] = f.block(objfmt.Kind(k))
		}
	}
	for i := range q.parts {
		if err := q.writePart(f, &all, &q.parts[i]); err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
	}
	return nil
}

// writePart copies and patches a part.
func (q *Sequence) writePart(f *Function, all *[objfmt.NumKinds]Block, p *joined) error {
	t := q.set.all[p.template]
	env := q.table(f.s, p.template)
	var at [objfmt.NumKinds]Block
	for k := range t.parts {
		m := &t.parts[k]
		if !m.own || len(m.master) == 0 {
			continue
		}
		b, off, n := &all[k], uint64(p.at[k]), len(m.master)
		if p.dropped && k == int(objfmt.KindCode) {
			n -= int(t.tail.size)
		}
		at[k] = Block{Mem: b.Mem[off:][:n], Addr: b.Addr + off}
		copy(at[k].Mem, m.master)
	}
	for i := range t.moving {
		m := &t.moving[i]
		env.Addr[m.at] = at[m.kind].Addr + m.off
	}
	for _, h := range t.holes {
		if c := int(h.value) - len(t.cfg.Holes); c < 0 {
			env.Addr[h.at] = q.values[p.values+h.value]
		} else if l := &q.links[int(p.links)+c]; l.part >= 0 && l.part < len(q.parts) {
			to := &q.parts[l.part]
			env.Addr[h.at] = all[objfmt.KindCode].Addr + uint64(to.at[objfmt.KindCode]) | q.set.all[to.template].odd
		} else {
			env.Addr[h.at] = l.addr
		}
	}
	return t.fields(env, &at, p.dropped)
}

// table is the table of addresses for parts of a template in a slab.
func (q *Sequence) table(s *slab, no uint32) *reloc.Env {
	own := &q.tables[no]
	if own.s != s {
		if own.s == nil {
			own.env = q.set.all[no].env(slices.Clone(s.tables[no]))
			own.env.Joints = &q.joints
		} else {
			copy(own.env.Addr, s.tables[no])
		}
		own.s = s
	}
	return &own.env
}

// publish lets a function run.
func (set *Stencils) publish(ctx context.Context, f *Function) error {
	if !set.cfg.Open {
		return f.s.alloc.Finalize(ctx)
	}
	if set.cfg.Publish == nil {
		return nil
	}
	return set.cfg.Publish(f.addr(objfmt.KindCode), uint64(f.size))
}

// used are the templates of the parts, each once.
func (q *Sequence) used() (all []*Template) {
	seen := make([]bool, len(q.set.all))
	for i := range q.parts {
		if no := q.parts[i].template; !seen[no] {
			seen[no] = true
			all = append(all, q.set.all[no])
		}
	}
	return all
}

// Offset is how far behind the function's start a part of the function that was made last begins, in bytes of its code.
func (q *Sequence) Offset(part int) int { return int(q.parts[part].at[objfmt.KindCode]) }

// name and image are those of the first part's object, for requests of memory.
func (q *Sequence) name() string               { return q.set.all[q.parts[0].template].obj.name }
func (q *Sequence) image() *objfmt.ObjectImage { return q.set.all[q.parts[0].template].obj.img() }
