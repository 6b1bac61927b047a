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
	// Base is T.
	Base uint64
	// SizeOf returns Z; only size relocations ask.
	SizeOf func(objfmt.SymbolID) uint64
	// NoRelax keeps all instructions as they are.
	NoRelax bool
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
			a += e.implicit(at, r, o.field.Width())
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
		case Size:
			v = e.SizeOf(r.Sym) + a
		default:
			continue
		}
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
		default:
			if !e.put(mem, r.Offset, o.field, v) {
				return i, v, OutOfRange
			}
		}
	}
	return len(rs), 0, OK
}

// stub returns the address of the symbol's stub, or s where it has none or where
// the linker found that none is needed.
func (e *Env) stub(sym objfmt.SymbolID, s uint64) uint64 {
	if uint64(sym) >= uint64(len(e.Plan.First)) {
		return s // no symbol but a stub of the caller's
	}
	if i := e.Plan.Find(NeedStub, sym); i >= 0 && e.entry(i) != 0 {
		return e.entry(i)
	}
	return s
}

// entry is the address or value of entry i of the plan.
func (e *Env) entry(i int) uint64 { return e.Addr[len(e.Addr)-len(e.Plan.Entries)+i] }

// put writes one of the rarer data fields if v fits.
func (e *Env) put(mem []byte, off uint64, f Field, v uint64) bool {
	if lo, hi := f.Limits(); int64(v) < lo || int64(v) > hi {
		return false
	}
	switch f.Width() {
	case 4:
		e.Order.PutU32(mem[off:off+4], uint32(v))
	case 2:
		e.Order.PutU16(mem[off:off+2], uint16(v))
	case 1:
		mem[off] = byte(v)
	}
	return true
}

// implicit reads the addend that the file's own bytes hold (REL records).
// They are signed, whatever the field is.
func (e *Env) implicit(at Place, r *Reloc, w int) uint64 {
	b, ok := bin.Slice(at.File, r.Offset, uint64(w))
	if !ok {
		return 0 // zero-filled
	}
	switch w {
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
