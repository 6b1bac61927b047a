package reloc

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Formulas that take several records: sums and differences that records at one place
// make together (R_RISCV_ADD32 and SUB32, SET_ULEB128 and SUB_ULEB128), and values of
// which one record has the high part and others, anywhere in the object, the low one
// (R_RISCV_PCREL_HI20 and PCREL_LO12_I).

// Joints is what the relocations of one object tell each other while they are applied.
// The zero Joints is ready for the first object; its memory serves the next one.
type Joints struct {
	leads pile[lead] // in the order of the table
	waits pile[wait] // records whose partner was not there yet

	at      uint64 // P of the Minuend that waits for its Subtrahend
	minuend uint64
	section objfmt.SectionID
	record  Reloc
	half    bool // a Minuend waits

	link   uint64 // the value of a link of a chain
	linked bool   // it is the addend of the next relocation
}

// linkedTo is the addend of a relocation, or the value of the link of a chain before it.
func (j *Joints) linkedTo(a uint64) uint64 {
	if j.linked {
		a, j.linked = j.link, false
	}
	return a
}

// keep takes the value of a link that another one follows.
func (j *Joints) keep(v uint64) Fault {
	j.link, j.linked = v, true
	return OK
}

// lead is the value that a PCLead record at an address has.
type lead struct {
	p, v uint64
	left bool // the record is not applied, and neither are its partners
}

// Leave says that the PCLead record at an address is not applied: the fields of its
// partners are as in the file, too.
func (j *Joints) Leave(p uint64) { j.leads.add(lead{p: p, left: true}) }

// wait is a record that is applied when all others are.
type wait struct {
	at Contents
	r  Reloc
	s  uint64 // where its partner is
}

// pile is a list that is never copied while it grows: that would take longer than a context allows.
type pile[T any] struct {
	blocks [][]T // of heed.Every each, but for the last one that has some
	n      int
}

// add adds v at the end.
func (l *pile[T]) add(v T) {
	k := l.n / heed.Every
	if k == len(l.blocks) {
		l.blocks = append(l.blocks, nil)
	}
	l.blocks[k] = append(l.blocks[k], v)
	l.n++
}

// at is entry i.
func (l *pile[T]) at(i int) *T { return &l.blocks[i/heed.Every][i%heed.Every] }

// empty forgets all, and keeps the memory of a few.
func (l *pile[T]) empty() {
	if len(l.blocks) > 1 {
		l.blocks = l.blocks[:1:1]
	}
	for i, b := range l.blocks {
		clear(b) // they view memory of the object before
		l.blocks[i] = b[:0]
	}
	l.n = 0
}

// Begin prepares for the relocations of an object.
func (j *Joints) Begin() {
	j.leads.empty()
	j.waits.empty()
	j.half, j.linked = false, false
}

// recent is how many leads find looks at: compilers put the two instructions close
// together.
const recent = 16

// find returns the lead at p if it is one of the last, else nil.
func (j *Joints) find(p uint64) *lead {
	for i := j.leads.n - 1; i >= 0 && i >= j.leads.n-recent; i-- {
		if l := j.leads.at(i); l.p == p {
			return l
		}
	}
	return nil
}

// joint computes what a record of several gives, or writes its field, or notes what
// others need. s and a are S and A.
func (e *Env) joint(at *Contents, r *Reloc, o *op, s, a uint64) (v uint64, written bool, why Fault) {
	p := at.Addr + r.Offset
	if o.expr != Subtrahend && e.Joints.half {
		return 0, false, NoPartner
	}
	switch o.expr {
	case LocalEntry:
		other, here := e.About.Other(r.Sym)
		if !here || e.Table.Arch.LocalEntry == nil {
			return 0, false, NoEntry
		}
		return s + a + e.Table.Arch.LocalEntry(other), false, OK
	case PCLead:
		return s + a - p, false, OK
	case OfPartner:
		if a != 0 {
			return a, false, NoPartner // what it would be added to is not said anywhere
		}
		switch l := e.Joints.find(s); {
		case l == nil:
			e.Joints.waits.add(wait{*at, *r, s})
			return 0, true, OK
		case l.left:
			e.leave(at, r)
			return 0, true, OK
		default:
			return l.v, false, OK
		}
	case Minuend:
		j := e.Joints
		j.half, j.at, j.minuend, j.section, j.record = true, p, s+a+e.Table.adjust(r.Type), at.Section, *r
		return 0, true, OK
	case Subtrahend:
		j := e.Joints
		if !j.half || j.at != p {
			return 0, false, NoPartner
		}
		j.half = false
		v = j.minuend - s - a + e.Table.adjust(r.Type)
		if e.Table.Arch.InPlace {
			old, _ := uleb(at.Mem[r.Offset:])
			v += old
		}
		return v, true, putULEB(at.Mem[r.Offset:], v)
	}
	v = s + a + e.Table.adjust(r.Type)
	if o.expr == Sub {
		v = -v
	}
	return v, true, e.addTo(at.Mem[r.Offset:], o, v)
}

// addTo adds v to what a field holds.
func (e *Env) addTo(mem []byte, o *op, v uint64) Fault {
	switch {
	case o.field >= FieldArch:
		f := &e.Table.Arch.Fields[o.field-FieldArch]
		f.Put(mem[:f.Width], e.Order, uint64(f.Get(mem[:f.Width], e.Order))+v)
	case o.field == ULEB128:
		old, n := uleb(mem)
		if n == 0 {
			return BadOffset
		}
		setULEB(mem[:n], old+v)
	case o.width == 8:
		e.Order.PutU64(mem, e.Order.U64(mem)+v)
	case o.width == 4:
		e.Order.PutU32(mem, e.Order.U32(mem)+uint32(v))
	case o.width == 2:
		e.Order.PutU16(mem, e.Order.U16(mem)+uint16(v))
	case o.width == 1:
		mem[0] += byte(v)
	}
	return OK
}

// putULEB writes v over a ULEB128 if that has room for it.
func putULEB(mem []byte, v uint64) Fault {
	_, n := uleb(mem)
	switch {
	case n == 0:
		return BadOffset
	case n < 10 && v>>(7*n) != 0:
		return OutOfRange
	}
	setULEB(mem[:n], v)
	return OK
}

// uleb reads a ULEB128; n is how many bytes it has, 0 if mem ends inside it or it has
// more than 64 bits need.
func uleb(mem []byte) (v uint64, n int) {
	for i, b := range mem[:min(len(mem), 10)] {
		v |= uint64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return v, i + 1
		}
	}
	return 0, 0
}

// setULEB writes the low bits of v in all bytes of mem: those before the last one say
// that others follow.
func setULEB(mem []byte, v uint64) {
	for i := range mem {
		mem[i] = byte(v)&0x7f | 0x80
		v >>= 7
	}
	mem[len(mem)-1] &= 0x7f
}

// putLead writes the field of a PCLead record and keeps its value for its partners.
func (e *Env) putLead(at *Contents, r *Reloc, f *Insn, s, a, v uint64) (uint64, Fault) {
	code := at.Mem[r.Offset : r.Offset+uint64(f.Width)]
	if f.Absolute != nil {
		file, ok := bin.Slice(at.File, r.Offset, uint64(f.Width))
		if !ok {
			return v, OutOfRange // zero-filled: no instruction
		}
		copy(code, file) // an earlier call may have rewritten it
	}
	switch {
	case f.fits(v):
		f.Put(code, e.Order, v)
	case f.Absolute != nil && f.Absolute(code, e.Order, s+a):
		v = s + a
	default:
		return v, f.fault(v)
	}
	e.Joints.leads.add(lead{p: at.Addr + r.Offset, v: v})
	return v, OK
}

// Finish writes what Apply has left for the end: fields of records whose partner stands
// far behind them in the table. If one cannot be written it returns the section, the
// record and why, else OK. The error is that of a context that has ended.
func (e *Env) Finish(ctx context.Context) (section objfmt.SectionID, r Reloc, value uint64, why Fault, err error) {
	j := e.Joints
	if j == nil {
		return 0, Reloc{}, 0, OK, nil
	}
	if j.half {
		return j.section, j.record, 0, NoPartner, nil
	}
	if j.waits.n == 0 {
		return 0, Reloc{}, 0, OK, nil
	}
	leads := make([]lead, 0, j.leads.n)
	for k, b := range j.leads.blocks {
		if err := j.look(ctx, k); err != nil {
			return 0, Reloc{}, 0, OK, err
		}
		leads = append(leads, b...)
	}
	if err := heed.SortStable(ctx, leads, func(a, b lead) int { return cmp.Compare(a.p, b.p) }); err != nil {
		return 0, Reloc{}, 0, OK, err
	}
	for k, b := range j.waits.blocks {
		if err := j.look(ctx, k); err != nil {
			return 0, Reloc{}, 0, OK, err
		}
		for i := range b {
			if v, why := e.meet(leads, &b[i]); why != OK {
				return b[i].at.Section, b[i].r, v, why, nil
			}
		}
	}
	j.Begin()
	return 0, Reloc{}, 0, OK, nil
}

// look looks at the context before block k of a pile, if that is not the first.
func (*Joints) look(ctx context.Context, k int) error {
	if k == 0 {
		return nil
	}
	return ctx.Err()
}

// meet writes the field of a record that has waited for the others.
func (e *Env) meet(leads []lead, w *wait) (value uint64, why Fault) {
	k, ok := slices.BinarySearchFunc(leads, w.s, func(l lead, p uint64) int { return cmp.Compare(l.p, p) })
	if !ok {
		return 0, NoPartner
	}
	if leads[k].left {
		e.leave(&w.at, &w.r)
		return 0, OK
	}
	return e.putField(&w.at, &w.r, w.s, leads[k].v)
}

// leave puts back what a field holds in the file.
func (e *Env) leave(at *Contents, r *Reloc) {
	if r.Offset < uint64(len(at.File)) {
		copy(at.Mem[r.Offset:][:e.Table.ops[r.Type].width], at.File[r.Offset:])
	}
}

// putField writes the field of a record that waited.
func (e *Env) putField(at *Contents, r *Reloc, s, v uint64) (uint64, Fault) {
	o := &e.Table.ops[r.Type]
	v += e.Table.adjust(r.Type)
	if o.field >= FieldArch {
		return e.putInsn(at, r, o, s, 0, v)
	}
	if v, ok := e.put(at.Mem, r.Offset, o.field, v); !ok {
		return v, OutOfRange
	}
	return v, OK
}

// Restore puts back the file's bytes of the fields in a chunk whose value builds on what
// they hold, so that the records can be applied again: all of an object's, before the first.
func (e *Env) Restore(at *Contents, rs []Reloc) {
	if !e.Table.Sums() {
		return
	}
	for i := range rs {
		r := &rs[i]
		o := &e.Table.ops[r.Type]
		if o.expr != Add && o.expr != Sub && o.expr != Subtrahend {
			continue
		}
		if r.Offset >= uint64(len(at.File)) {
			continue
		}
		n := int(o.width)
		if o.field == ULEB128 {
			_, n = uleb(at.File[r.Offset:])
		}
		copy(at.Mem[r.Offset:][:n], at.File[r.Offset:])
	}
}

// Sums reports whether some rows build on what the field holds, see [Env.Restore].
func (t *Table) Sums() bool { t.ready(); return t.sums }
