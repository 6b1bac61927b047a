package reloc

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Env has the addresses that the relocations of one object refer to. It may be
// used by several goroutines at once if nobody changes it.
type Env struct {
	Table *Table
	Plan  *Plan
	Order bin.Order
	// Addr has S of every symbol, then the address or value of every entry of Plan.
	Addr []uint64
	// Base is T, Image is B.
	Base, Image uint64
	// About answers rare questions about symbols; nil where nothing asks.
	About Symbols
	// NoRelax keeps all instructions as they are.
	NoRelax bool
}

// Symbols answers what few relocations ask about symbols.
type Symbols interface {
	// SizeOf returns Z.
	SizeOf(objfmt.SymbolID) uint64
	// SectionOf returns the address and the number of the section that a symbol is in,
	// zeros for one that is in none.
	SectionOf(objfmt.SymbolID) (addr, number uint64)
	// IsFunc reports whether a symbol is a function, so that bit 0 of its address tells
	// ARM and Thumb apart.
	IsFunc(objfmt.SymbolID) bool
}

// Place is a section being relocated.
type Place struct {
	Mem  []byte // where the linker writes
	File []byte // its bytes in the file: implicit addends and original instructions
	Addr uint64 // where Mem[0] will run
}

// Apply writes the fields of a chunk of relocations that Scan has accepted. It
// returns len(rs) and OK, or the index of the first that cannot be written, the
// value that did not fit and why. Fields before that one are written, the bad
// one is not. Applying the same records again gives the same bytes.
func (e *Env) Apply(at Place, rs []Reloc) (n int, value uint64, why Fault) {
	ops, addr, mem := e.Table.ops, e.Addr, at.Mem
	big := e.Order.Big
	for i := range rs {
		r := &rs[i]
		o := ops[r.Type]
		a := uint64(r.Addend)
		if !r.HasAddend {
			a += e.implicit(at, r, o)
		}
		p := at.Addr + r.Offset
		var s uint64
		switch o.need {
		case NeedNone, NeedStub:
			s = addr[r.Sym]
		case NeedBase:
			s = e.Base
		case NeedTLSLD:
			s = e.entry(int(e.Plan.LD) - 1)
		default:
			if o.relax != 0 {
				kind := o.relax
				if addr[r.Sym] == 0 || e.NoRelax {
					kind = 0 // an earlier call may have rewritten the instruction
				}
				if e.Table.Arch.Relax(kind, mem, at.File, r.Offset, addr[r.Sym], int64(a), p) {
					continue
				}
			}
			s = e.entry(e.Plan.Find(o.need, r.Sym))
		}
		var v uint64
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
			continue
		default:
			v = e.rare(at.File, o.expr, r, s, a, p)
		}
		v += uint64(int64(o.adjust))
		switch o.field {
		case Word64:
			if f := mem[r.Offset : r.Offset+8]; big {
				binary.BigEndian.PutUint64(f, v)
			} else {
				binary.LittleEndian.PutUint64(f, v)
			}
		case Signed32:
			if o.need == NeedStub && (int64(v) != int64(int32(v)) || s == 0) {
				v = e.stub(r.Sym, s) + a - p
			}
			if int64(v) != int64(int32(v)) {
				return i, v, OutOfRange
			}
			e.Order.PutU32(mem[r.Offset:r.Offset+4], uint32(v))
		case Wrap32:
			e.Order.PutU32(mem[r.Offset:r.Offset+4], uint32(v))
		default:
			if o.field >= FieldArch {
				q := &e.Table.quick[o.field-FieldArch]
				if v-q.min <= q.span && v&q.mask == 0 && (o.need != NeedStub || s != 0 && o.relax == 0) {
					q.put(mem[r.Offset:r.Offset+4], v)
					continue
				}
				if v, why = e.putInsn(at, r, o, s, a, v); why != OK {
					return i, v, why
				}
			} else if v, ok := e.put(mem, r.Offset, o.field, v); !ok {
				return i, v, OutOfRange
			}
		}
	}
	return len(rs), 0, OK
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
	case Image:
		return s + a - e.Image
	case SecRel:
		start, _ := e.About.SectionOf(r.Sym)
		if len(e.Table.Arch.Exchange) > 0 {
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
func (e *Env) putInsn(at Place, r *Reloc, o op, s, a, v uint64) (uint64, Fault) {
	f := &e.Table.Arch.Fields[o.field-FieldArch]
	p := at.Addr + r.Offset
	if e.Table.Arch.PtrSize == 4 && !e.Table.Arch.Wide {
		v = uint64(int64(int32(v))) // sums wrap
	}
	if o.need == NeedStub {
		if o.relax != 0 {
			code, ok := bin.Slice(at.File, r.Offset, uint64(f.Width))
			if !ok {
				return v, OutOfRange // zero-filled: no instruction
			}
			insn := at.Mem[r.Offset : r.Offset+uint64(f.Width)]
			copy(insn, code) // an earlier call may have rewritten it
			h := &e.Table.Rows[r.Type]
			v2, ok := e.Table.Arch.Branch(h, insn, s, v, p, 0, r.Sym, e.About)
			if !ok {
				if stub := e.stubOf(r.Sym); stub != 0 {
					_, ok = e.Table.Arch.Branch(h, insn, s, v, p, stub, r.Sym, e.About)
				}
			}
			if !ok {
				return v2, f.fault(v2)
			}
			return v, OK
		}
		if a == 0 && (s == 0 || !f.fits(v)) {
			v = e.stub(r.Sym, s) - p
		}
	}
	code := at.Mem[r.Offset : r.Offset+uint64(f.Width)]
	if !f.fits(v) || f.Scale != nil && v&(f.Scale(code)-1) != 0 {
		return v, f.fault(v)
	}
	f.Put(code, v)
	return v, OK
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
	if i := e.Plan.Find(NeedStub, sym); i >= 0 && e.entry(i) != 0 {
		return e.entry(i)
	}
	return s
}

// stubOf is the address of a symbol's stub, 0 if it has none.
func (e *Env) stubOf(sym objfmt.SymbolID) uint64 {
	if i := e.Plan.Find(NeedStub, sym); i >= 0 {
		return e.entry(i)
	}
	return 0
}

// IsFunc reports whether a symbol is a function: then bit 0 of its address tells ARM
// and Thumb apart.
func IsFunc(about Symbols, sym objfmt.SymbolID) bool { return about == nil || about.IsFunc(sym) }

// entry is the address or value of entry i of the plan.
func (e *Env) entry(i int) uint64 { return e.Addr[len(e.Addr)-len(e.Plan.Entries)+i] }

// put writes one of the rarer data fields if v fits; it returns v. Where addresses
// have 32 bits sums wrap, and what wrapped below 0 is negative.
func (e *Env) put(mem []byte, off uint64, f Field, v uint64) (uint64, bool) {
	if e.Table.Arch.PtrSize == 4 && f.Width() < 4 {
		v = uint64(int64(int32(v)))
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

// Addend is A of a relocation that Scan has accepted.
func (e *Env) Addend(at Place, r *Reloc) int64 {
	if r.HasAddend {
		return r.Addend
	}
	return r.Addend + int64(e.implicit(at, r, e.Table.ops[r.Type]))
}

// implicit reads the addend that the file's own bytes hold (REL records).
// It is signed, whatever the field is.
func (e *Env) implicit(at Place, r *Reloc, o op) uint64 {
	b, ok := bin.Slice(at.File, r.Offset, uint64(o.width))
	if !ok {
		return 0 // zero-filled
	}
	if o.field >= FieldArch {
		return uint64(e.Table.Arch.Fields[o.field-FieldArch].Get(b))
	}
	switch o.width {
	case 8:
		return e.Order.U64(b)
	case 4:
		return uint64(int32(e.Order.U32(b)))
	case 2:
		return uint64(int16(e.Order.U16(b)))
	case 1:
		return uint64(int8(b[0]))
	}
	return 0
}
