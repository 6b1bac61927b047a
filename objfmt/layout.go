package objfmt

import "github.com/go-rtdyld/rtdyld/internal/bin"

// Layout says where the fields of a format's commonest relocation records are, for walks over records as they lie in the
// file: [ObjectImage].Format has one for sections whose Raw holds such records, all of one size, and perhaps some that only
// Decode knows. What [Layout.Row] reads is what Decode makes of the same record; Sub is always [NoSymbol].
type Layout struct {
	Size  int       // bytes of a record
	Order bin.Order // of its fields
	// The offset is the first field, of eight bytes if Wide, else of four.
	Wide bool
	// Info is where eight bytes begin that hold symbol and type, each shifted and masked.
	Info                int
	SymShift, TypeShift uint8
	SymMask, TypeMask   uint32
	// Addend is how many bytes the addend takes, the last field of the record: 8, 4, or 0 if the field that the record is
	// about holds it.
	Addend int
	// Kinds says what the eight bits mean that are taken for the type; nil: they are it.
	Kinds *[256]RowKind
	// Symbols is the number of symbols that a record may name where Kinds is set.
	Symbols uint32
}

// RowKind says what the types of a [Layout] with Kinds mean.
type RowKind struct {
	Type   uint32 // as in Reloc
	Row    bool   // else Decode alone knows such records
	From   bool   // the addend is the place of the field in the object's own address space
	Addend int8   // else it is this
}

// Straight reports whether records are those of 64-bit little-endian ELF with addends: offset, type, symbol and addend, of
// eight, four, four and eight bytes.
func (l *Layout) Straight() bool { return l == &StraightRows }

// StraightRows is that layout.
var StraightRows = Layout{Size: 24, Wide: true, Info: 8, SymShift: 32, SymMask: 1<<32 - 1, TypeMask: 1<<32 - 1, Addend: 8}

// Row reads the record at the front of b, which has at least Size bytes. from is what Format.Layout says with the layout.
// It is false for a record that Decode alone knows, or refuses.
func (l *Layout) Row(b []byte, from uint64) (off uint64, typ uint32, sym SymbolID, addend uint64, ok bool) {
	b = b[:l.Size]
	info := l.Order.U64(b[l.Info:])
	off, sym, typ = l.Offset(b), SymbolID(uint32(info>>(l.SymShift&63))&l.SymMask), uint32(info>>(l.TypeShift&63))&l.TypeMask
	switch l.Addend {
	case 8:
		addend = l.Order.U64(b[len(b)-8:])
	case 4:
		addend = uint64(int32(l.Order.U32(b[len(b)-4:])))
	}
	if l.Kinds == nil {
		return off, typ, sym, addend, true
	}
	k := &l.Kinds[typ&0xff]
	if addend = uint64(int64(k.Addend)); k.From {
		addend = from + off
	}
	return off, k.Type, sym, addend, k.Row && uint32(sym) < l.Symbols && off < 1<<31
}

// Offset reads the offset of the field that the record at the front of b is about.
func (l *Layout) Offset(b []byte) uint64 {
	if l.Wide {
		return l.Order.U64(b)
	}
	return uint64(l.Order.U32(b))
}
