package reloc

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// The two loops over records as they lie in the file, where most of them have a layout that can be read without a copy in neutral form.

// ScanRows is [Notes.Scan] over records with the fields where l says, see [objfmt.Format].Layout. It returns how many it has dealt with, fewer than
// there are, with OK, before one that is not of the layout, or the index of the first bad one and why. The table must have no chains.
func (s *Notes) ScanRows(t *Table, size uint64, rows []byte, l *objfmt.Layout, from uint64) (n int, why Fault) {
	t.ready()
	notes, marks := t.notes, s.Marks
	mask, step, straight := s.mask(), l.Size, l.Straight()
	for ; len(rows) >= step; rows, n = rows[step:], n+1 {
		if straight {
			k := scanStraight(notes, marks, mask, size, rows)
			if rows, n = rows[k*24:], n+k; len(rows) < 24 {
				break
			}
		}
		off, typ, sym, _, ok := l.Row(rows, from)
		if !ok {
			return n, OK
		}
		if uint64(typ) >= uint64(len(notes)) {
			return n, UnknownType
		}
		note := notes[typ]
		if uint64(sym) >= uint64(len(marks)) {
			return n, BadSymbol
		}
		if off > size || uint64(note.width) > size-off {
			return n, BadOffset
		}
		if note.rare {
			if why := s.rare(&t.ops[typ], &Reloc{Sub: objfmt.NoSymbol}); why != OK {
				return n, why
			}
		}
		marks[sym] |= note.mark & mask
	}
	return n, OK
}

// scanStraight is ScanRows for records of [objfmt.StraightRows] of rows that are not rare. It returns how many it has dealt with, before one that is
// of another row, or bad.
func scanStraight(notes []note, marks []Marks, mask Marks, size uint64, rows []byte) (n int) {
	for ; len(rows) >= 24; rows, n = rows[24:], n+1 {
		b := rows[:24]
		off, typ, sym := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
		if uint64(typ) >= uint64(len(notes)) || uint64(sym) >= uint64(len(marks)) {
			break
		}
		note := notes[typ]
		if note.rare || off > size || uint64(note.width) > size-off {
			break
		}
		marks[sym] |= note.mark & mask
	}
	return n
}

// ApplyRows is [Env.Apply] over records with the fields where l says. It returns how many it has dealt with, fewer than there are, with
// OK, before one that is not of the layout, or what Apply returns. The table must have no chains.
func (e *Env) ApplyRows(at *Contents, rows []byte, l *objfmt.Layout, from uint64) (n int, value uint64, why Fault) {
	e.Table.ready()
	ops, addr, mem, start := e.Table.ops, e.Addr, at.Mem, at.Addr
	step, straight := l.Size, l.Straight()
	written := at.written
	r := Reloc{Sub: objfmt.NoSymbol, HasAddend: l.Addend > 0}
	for ; len(rows) >= step; rows, n = rows[step:], n+1 {
		var off, a uint64
		var typ uint32
		var sym objfmt.SymbolID
		if straight {
			b := rows[:24]
			off, typ, sym = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:]), objfmt.SymbolID(binary.LittleEndian.Uint32(b[12:]))
			a = binary.LittleEndian.Uint64(b[16:])
		} else {
			var ok bool
			if off, typ, sym, a, ok = l.Row(rows, from); !ok {
				return n, 0, OK
			}
		}
		o := &ops[typ]
		how := o.how
		plain := how&plainData != 0 && how&adjusted == 0 && r.HasAddend
		if plain && straight && !e.Order.Big {
			if done, end := e.straight(at, rows, written); done > 0 {
				rows, n, written = rows[(done-1)*24:], n+done-1, end
				continue
			}
		}
		before := written
		written = max(written, off+uint64(o.width))
		if plain {
			s := addr[sym]
			v := s + a - (start+off)&-uint64(how>>pcBit&1)
			switch {
			case how&plainStub != 0 && s == 0:
			case how&plainWord != 0:
				e.Order.PutU64(mem[off:off+8], v)
				continue
			case how&plainSigned == 0 || int64(v) == int64(int32(v)):
				e.Order.PutU32(mem[off:off+4], uint32(v))
				continue
			}
		}
		at.written = before
		r.Offset, r.Type, r.Sym, r.Addend = off, typ, sym, int64(a)
		if v, why := e.short(at, &r, o); why != OK {
			return n, v, why
		}
	}
	at.written = written
	return n, 0, OK
}

// straight is ApplyRows for what most records of [objfmt.StraightRows] want: a sum of a symbol's address and an addend as a little-endian word. It
// returns how many it has dealt with, before one that wants something else or does not fit, and the end of what has been written.
func (e *Env) straight(at *Contents, rows []byte, end uint64) (n int, written uint64) {
	ops, addr, mem, start := e.Table.ops, e.Addr, at.Mem, at.Addr
	for ; len(rows) >= 24; rows, n = rows[24:], n+1 {
		b := rows[:24]
		off, typ, sym := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
		o := &ops[typ]
		how, width := o.how, uint64(o.width)
		if how&plainData == 0 || how&adjusted != 0 {
			break
		}
		s := addr[sym]
		v := s + binary.LittleEndian.Uint64(b[16:]) - (start+off)&-uint64(how>>pcBit&1)
		if how&plainStub != 0 && s == 0 {
			break
		}
		if how&plainWord != 0 {
			binary.LittleEndian.PutUint64(mem[off:off+8], v)
		} else if how&plainSigned == 0 || int64(v) == int64(int32(v)) {
			binary.LittleEndian.PutUint32(mem[off:off+4], uint32(v))
		} else {
			break
		}
		end = max(end, off+width)
	}
	return n, end
}
