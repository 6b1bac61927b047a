package reloc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Env has the addresses that the relocations of one object refer to. It may be
// used by several goroutines at once if nobody changes it and each has Joints of its own.
type Env struct {
	Table *Table
	// Made is what was made for the object.
	Made  *Entries
	Order bin.Order
	// Addr has S of every symbol, then the address or value of every entry of Made.
	Addr []uint64
	// Base is T, ImageBase is B.
	Base, ImageBase uint64
	// About answers rare questions about symbols; nil where nothing asks.
	About Symbols
	// NoRelax keeps all instructions as they are.
	NoRelax bool
	// Direct is set where branches that have no stub lead to their symbols as they are.
	Direct bool
	// EvenImage is set where image-relative fields leave bit 0 of a function out.
	EvenImage bool
	// Branch stands for Arch.Branch if it is not nil, see [RuntimeDyld].
	Branch func(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool)
	// Joints is what records tell each other of whose formulas take several; nil where the
	// table has none. Finish is to be called when all of the object are applied.
	Joints *Joints
}

// Symbols answers what few relocations ask about symbols.
type Symbols interface {
	// SizeOf returns Z.
	SizeOf(objfmt.SymbolID) uint64
	// SectionOf returns the address and the number of the section that a symbol is in,
	// zeros for one that is in none.
	SectionOf(objfmt.SymbolID) (addr, number uint64)
	// IsFunc reports whether a symbol is a function, so that bit 0 of its address tells
	// instruction sets apart.
	IsFunc(objfmt.SymbolID) bool
	// Nowhere reports whether a symbol is weak and nobody defines it, so that the processor says where it is. Only where that has
	// Arch.Nowhere is it called.
	Nowhere(objfmt.SymbolID) bool
	// Other returns the Other of a symbol's definition if that has the T of this object, or is in one that
	// Arch.EntersOthers is true of, else false. Only where the processor has Arch.LocalEntry is it called.
	Other(objfmt.SymbolID) (other uint8, here bool)
	// Code is the address of the code that a branch to addend behind a symbol enters: that of the descriptor there, or the
	// place itself where there is code. here: it has the T of this object. Only where the processor has Arch.Descriptors is it called.
	Code(sym objfmt.SymbolID, addend int64) (addr uint64, here bool)
}

// Contents is a section being relocated.
type Contents struct {
	Mem  []byte // where the linker writes
	File []byte // its bytes in the file: implicit addends and original instructions
	Addr uint64 // where Mem[0] will run
	// Section is the caller's number of it, for Finish to tell.
	Section objfmt.SectionID
	// Signed says that who reads the section takes its distances as signed, so that one that
	// only an unsigned field holds describes another place.
	Signed bool
	// Fresh says that Mem has what File has, but for what ApplyRows has written for records before: what is still so need
	// not be read from the file.
	Fresh bool

	written uint64 // the end of what it has written
}

// file is where instructions are read from that nothing was written to from before on: memory that is about to be written costs less.
func (at *Contents) file(before uint64) []byte {
	if at.Fresh && at.written <= before && before < uint64(len(at.Mem)) {
		return at.Mem
	}
	return at.File
}

// Takes is the field of a row where distances are read as signed: for one of 32 bits of
// either sign it is Signed32.
func (f Field) Takes(x Expr, signed bool) Field {
	if signed && f == Any32 && x == PC {
		return Signed32
	}
	return f
}

// Apply writes the fields of a chunk of relocations that Scan has accepted. It
// returns len(rs) and OK, or the index of the first that cannot be written, the
// value that did not fit and why. Fields before that one are written, the bad
// one is not. Applying the same records again gives the same bytes.
func (e *Env) Apply(at *Contents, rs []Reloc) (n int, value uint64, why Fault) {
	e.Table.ready()
	ops := e.Table.ops
	at.Fresh = false
	for i := range rs {
		r := &rs[i]
		if v, why := e.short(at, r, &ops[r.Type]); why != OK {
			return i, v, why
		}
	}
	return len(rs), 0, OK
}

// short is Apply for one record, with a short way for most rows. It returns the value that did not fit.
func (e *Env) short(at *Contents, r *Reloc, o *op) (uint64, Fault) {
	off, how, mem := r.Offset, o.how, at.Mem
	if how&plain == 0 || !r.HasAddend && (how&plainInsn != 0 || off+8 > uint64(len(at.File))) {
		return e.one(at, r, o)
	}
	s := e.Addr[r.Sym]
	v := s + uint64(r.Addend)
	if !r.HasAddend {
		if how&plainWord != 0 {
			v += e.Order.U64(at.File[off : off+8])
		} else {
			v += uint64(int32(e.Order.U32(at.File[off : off+4])))
		}
	}
	if how&plainPC != 0 {
		v -= at.Addr + off
	}
	if how&adjusted != 0 {
		v += e.Table.adjust(r.Type)
	}
	switch {
	case how&plainStub != 0 && s == 0:
	case how&plainWord != 0:
		e.Order.PutU64(mem[off:off+8], v)
		return v, OK
	case how&plainInsn != 0:
		if how&plainPage != 0 {
			v = v&^(pageSize-1) - (at.Addr+off)&^(pageSize-1)
		}
		if q := &e.Table.quick[o.field-FieldArch]; v-q.min <= q.span && v&q.mask == 0 {
			q.put(mem[off:off+4], e.Order, v)
			return v, OK
		}
	case how&plainSigned == 0 || int64(v) == int64(int32(v)):
		e.Order.PutU32(mem[off:off+4], uint32(v))
		return v, OK
	}
	return e.one(at, r, o)
}

// one is Apply for one record, whatever its row. It returns the value that did not fit.
func (e *Env) one(at *Contents, r *Reloc, o *op) (v uint64, why Fault) {
	a := uint64(r.Addend)
	if !r.HasAddend {
		a += e.Table.implicit(e.Order, at.File, r, o)
	}
	if e.Table.chains {
		a = e.Joints.linkedTo(a)
	}
	p := at.Addr + r.Offset
	var s uint64
	switch o.need {
	case NeedNone, NeedStub:
		s = e.symbol(r, o, p)
	case NeedBase:
		s = e.Base
	case NeedTLSLD:
		s = e.entry(int(e.Made.LD) - 1)
	default:
		if o.kind != 0 && e.relaxed(at, r, o, a, p) {
			return 0, OK
		}
		s = e.entry(e.Made.Find(o.need, r.Sym))
	}
	switch o.expr {
	case Abs:
		v = s + a
	case PC:
		v = s + a - p
	case Base:
		v = s + a - e.Base
	case Page:
		v = (s+a)&^(pageSize-1) - p&^(pageSize-1)
	case None, Unknown, Dynamic:
		return 0, OK
	default:
		if o.expr >= firstJoint {
			var written bool
			if v, written, why = e.joint(at, r, o, s, a); written || why != OK {
				return v, why
			}
			break
		}
		v = e.rare(at.File, o.expr, r, s, a, p)
	}
	if o.how&adjusted != 0 {
		v += e.Table.adjust(r.Type)
	}
	if r.More && e.Table.chains {
		return v, e.Joints.keep(v)
	}
	if o.field >= FieldArch {
		q := &e.Table.quick[o.field-FieldArch]
		if v-q.min <= q.span && v&q.mask == 0 && (o.need != NeedStub || s != 0 && o.kind == 0) {
			q.put(at.Mem[r.Offset:r.Offset+4], e.Order, v)
			return v, OK
		}
		return e.putInsn(at, r, o, s, a, v)
	}
	return e.putData(at, r, o, s, a, v)
}

// symbol is S of a record at p that refers to no entry.
func (e *Env) symbol(r *Reloc, o *op, p uint64) uint64 {
	if s := e.Addr[r.Sym]; s != 0 || o.how&plainStub == 0 {
		return s
	}
	return e.nowhere(r, o, p)
}

// nowhere is S of a symbol that has the address 0 for a record at p.
func (e *Env) nowhere(r *Reloc, o *op, p uint64) uint64 {
	behind := e.Table.Arch.Nowhere
	switch {
	case behind == 0, o.expr != PC && o.expr != Page, e.About == nil || !e.About.Nowhere(r.Sym):
		return 0
	case o.need == NeedStub && o.field >= FieldArch:
		return p + behind
	}
	return p
}

// relaxed reports whether the instruction around a GOT load refers to S itself.
func (e *Env) relaxed(at *Contents, r *Reloc, o *op, a, p uint64) bool {
	kind, s := o.kind, e.Addr[r.Sym]
	if s == 0 || e.NoRelax || e.Made.Redirected(r.Sym) {
		kind = 0 // an earlier call may have rewritten the instruction
	}
	file := at.file(r.Offset - uint64(e.Table.Arch.RelaxReads[o.kind]))
	return e.Table.Arch.Relax(kind, at.Mem, file, r.Offset, s, int64(a), p)
}

// putData writes v, which the formula gives for s and a, to a data field.
func (e *Env) putData(at *Contents, r *Reloc, o *op, s, a, v uint64) (uint64, Fault) {
	off := r.Offset
	switch o.field {
	case Word64:
		e.Order.PutU64(at.Mem[off:off+8], v)
	case Signed32:
		if o.need == NeedStub && (int64(v) != int64(int32(v)) || s == 0) {
			v = e.stub(r.Sym, s) + a - at.Addr - off
		}
		if int64(v) != int64(int32(v)) {
			return v, OutOfRange
		}
		e.Order.PutU32(at.Mem[off:off+4], uint32(v))
	case Wrap32:
		e.Order.PutU32(at.Mem[off:off+4], uint32(v))
	default:
		if v, ok := e.put(at.Mem, off, o.field.Takes(o.expr, at.Signed), v); !ok {
			return v, OutOfRange
		}
	}
	return v, OK
}

const pageSize = 4096

// rare computes the formulas that few relocations have.
func (e *Env) rare(file []byte, x Expr, r *Reloc, s, a, p uint64) uint64 {
	switch x {
	case Size:
		return e.About.SizeOf(r.Sym) + a
	case PCWord:
		return s + a - p&^3
	case BasePage:
		return s + a - e.Base&^(pageSize-1)
	case RVA:
		if e.EvenImage {
			s = e.even(r.Sym, s)
		}
		return s + a - e.ImageBase
	case SecRel:
		start, _ := e.About.SectionOf(r.Sym)
		if len(e.Table.Arch.Interworking) > 0 {
			s = e.even(r.Sym, s)
		}
		return s + a - start
	case SecNumber:
		_, n := e.About.SectionOf(r.Sym)
		return n + a
	case Diff:
		return s + a - e.Addr[r.Sub]
	case Negative:
		return a - s
	case Minus:
		return s - a
	case PCDouble:
		return s + a - p&^7
	case FromPage:
		return s + a - (p-uint64(e.Table.Rows[r.Type].Back))&^(pageSize-1)
	case LowPlus:
		return (s+a)&0x3ff + uint64(int64(a)>>10)
	case BaseOrAbs:
		if e.Table.Arch.NoRegister(file, r.Offset) {
			return s + a
		}
		return s + a - e.Base
	case AbsEven:
		return e.even(r.Sym, s) + a
	case PCEven:
		return e.even(r.Sym, s) + a - p
	case PCWordEven:
		return e.even(r.Sym, s) + a - p&^3
	}
	return 0
}

// even is the address of a symbol's first instruction or byte.
func (e *Env) even(sym objfmt.SymbolID, s uint64) uint64 {
	if s&1 != 0 && IsFunc(e.About, sym) {
		s--
	}
	return s
}

// putInsn writes a field of the instruction set. A branch that does not reach S, or
// whose S is a weak symbol that nobody defines, goes to its stub. A stub leads to S,
// so that with an addend there is no way round.
func (e *Env) putInsn(at *Contents, r *Reloc, o *op, s, a, v uint64) (uint64, Fault) {
	f := &e.Table.Arch.Fields[o.field-FieldArch]
	p := at.Addr + r.Offset
	if e.Table.Arch.PtrSize == 4 && !e.Table.Arch.Wide {
		v = uint64(int64(int32(v))) // sums wrap
	}
	if o.need == NeedStub {
		if o.kind != 0 {
			if _, ok := bin.Slice(at.File, r.Offset, uint64(f.Width)); !ok {
				return v, OutOfRange // zero-filled: no instruction
			}
			code := at.File[r.Offset:min(r.Offset+uint64(f.Width)+e.Table.Arch.BranchTail, uint64(len(at.File)))]
			insn := at.Mem[r.Offset:][:len(code):len(code)]
			copy(insn, code) // an earlier call may have rewritten it
			h := &e.Table.Rows[r.Type]
			through := uint64(0)
			if e.Table.Arch.LocalEntry != nil {
				var beyond uint64
				beyond, through = e.entrance(r.Sym, s)
				s, v = s+beyond, v+beyond
			}
			branch := e.branch()
			v2, ok := branch(h, Code{insn, e.Order}, s, v, p, through, r.Sym, e.About)
			tried := v2
			if !ok {
				if stub := e.stubOf(r.Sym); stub != 0 {
					tried, ok = branch(h, Code{insn, e.Order}, s, v, p, stub, r.Sym, e.About)
				}
			}
			switch {
			case ok:
				return v, OK
			case e.Direct && f.fits(v) && (f.Scale == nil || v&(f.Scale(insn)-1) == 0):
				f.Put(insn, e.Order, v)
				return v, OK
			case e.Table.Arch.BranchTail > 0 && f.fits(tried):
				return tried, NoRestore
			}
			return v2, f.fault(v2)
		}
		if (s == 0 || !f.fits(v)) && e.Table.beyond(r, a) == 0 {
			v = e.stub(r.Sym, s) + a - p
		}
	}
	code := at.Mem[r.Offset : r.Offset+uint64(f.Width)]
	if o.expr == PCLead {
		return e.putLead(at, r, f, s, a, v)
	}
	if f.Rest != nil && r.Offset < uint64(len(at.File)) && f.Rest(at.File[r.Offset:]) {
		f.Put(code, e.Order, v)
		return v, OK
	}
	if !f.fits(v) || f.Scale != nil && v&(f.Scale(code)-1) != 0 {
		return v, f.fault(v)
	}
	f.Put(code, e.Order, v)
	return v, OK
}

// branch is how branches are written.
func (e *Env) branch() func(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool) {
	if e.Branch != nil {
		return e.Branch
	}
	return e.Table.Arch.Branch
}

// entrance is how far behind s a branch enters what its symbol names; through is s if
// that is known to be a stub, see [Arch.LocalEntry].
func (e *Env) entrance(sym objfmt.SymbolID, s uint64) (beyond, through uint64) {
	if e.Made.Redirected(sym) {
		return 0, s
	}
	if other, here := e.About.Other(sym); here {
		return e.Table.Arch.LocalEntry(other), 0
	}
	return 0, 0
}

// fault says why a field does not take v.
func (f *Insn) fault(v uint64) Fault {
	if int64(v) >= f.Min && int64(v) <= f.Max && f.Align != 0 && v&uint64(f.Align-1) != 0 {
		return Misaligned
	}
	return OutOfRange
}

// stub returns the address of the symbol's stub, or s where it has none or where
// the linker found that none is needed.
func (e *Env) stub(sym objfmt.SymbolID, s uint64) uint64 {
	if stub := e.stubOf(sym); stub != 0 {
		return stub
	}
	return s
}

// stubOf is the address of a symbol's stub, 0 if it has none. A branch that was
// redirected has it as its symbol.
func (e *Env) stubOf(sym objfmt.SymbolID) uint64 {
	if e.Made.Redirected(sym) {
		return 0
	}
	if i := e.Made.Find(NeedStub, sym); i >= 0 {
		return e.entry(i)
	}
	return 0
}

// IsFunc reports whether a symbol is a function: then bit 0 of its address tells
// instruction sets apart.
func IsFunc(about Symbols, sym objfmt.SymbolID) bool { return about == nil || about.IsFunc(sym) }

// entry is the address or value of entry i.
func (e *Env) entry(i int) uint64 { return e.Addr[e.Made.Symbols+i] }

// put writes one of the rarer data fields if v fits; it returns v. Where addresses
// have 32 bits sums wrap, and what wrapped below 0 is negative.
func (e *Env) put(mem []byte, off uint64, f Field, v uint64) (uint64, bool) {
	if e.Table.Arch.PtrSize == 4 && f.Width() < 4 {
		v = uint64(int64(int32(v)))
	}
	if f == ULEB128 {
		return v, putULEB(mem[off:], v) == OK
	}
	if lo, hi := f.Limits(); int64(v) < lo || int64(v) > hi {
		return v, false
	}
	switch f.Width() {
	case 4:
		e.Order.PutU32(mem[off:off+4], uint32(v))
	case 2:
		e.Order.PutU16(mem[off:off+2], uint16(v))
	case 1:
		mem[off] = byte(v)
	}
	return v, true
}

// Addend is A of a relocation that Scan has accepted, in a section with the file's bytes
// file.
func (t *Table) Addend(order bin.Order, file []byte, r *Reloc) int64 {
	if r.HasAddend {
		return r.Addend
	}
	t.ready()
	return r.Addend + int64(t.implicit(order, file, r, &t.ops[r.Type]))
}

// Target says where a branch that Scan has accepted leads, see [Arch.BranchTarget]: to S and A
// where the instruction set has none.
func (t *Table) Target(order bin.Order, file []byte, r *Reloc) (beyond int64, set uint8) {
	row, a := &t.Rows[r.Type], t.Addend(order, file, r)
	if t.Arch.BranchTarget == nil {
		return a, 0
	}
	insn, _ := bin.Slice(file, r.Offset, uint64(t.Width(row.Field))) // none if zero-filled
	return t.Arch.BranchTarget(row, insn, a)
}

// beyond is how far behind S a branch leads whose instruction does not matter for that.
func (t *Table) beyond(r *Reloc, a uint64) int64 {
	if t.Arch.BranchTarget == nil {
		return int64(a)
	}
	beyond, _ := t.Arch.BranchTarget(&t.Rows[r.Type], nil, int64(a))
	return beyond
}

// implicit reads the addend that the file's own bytes hold (REL records).
// It is signed, whatever the field is.
func (t *Table) implicit(order bin.Order, file []byte, r *Reloc, o *op) uint64 {
	b, ok := bin.Slice(file, r.Offset, uint64(o.width))
	if !ok {
		return 0 // zero-filled
	}
	if o.field >= FieldArch {
		return uint64(t.Arch.Fields[o.field-FieldArch].Get(b, order))
	}
	switch o.width {
	case 8:
		return order.U64(b)
	case 4:
		return uint64(int32(order.U32(b)))
	case 2:
		return uint64(int16(order.U16(b)))
	case 1:
		return uint64(int8(b[0]))
	}
	return 0
}
