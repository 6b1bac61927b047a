package linkmap

import (
	"bytes"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// wide is from which distance on limits are none: a field that takes the low bits of any value has such.
const wide = 1 << 52

// written is the value that a relocation has left in memory, and the limits of its field. It is false where there are none, and where the linker has
// made another instruction of it.
func (w *walker) written(s *rtdyld.LoadedSection, r *objfmt.Reloc) (v, least, most int64, ok bool) {
	t := w.table
	if !w.ready || uint64(r.Type) >= uint64(len(t.Rows)) || t.Arch.Packed || t.Arch.Runs || r.Sub != objfmt.NoSymbol {
		return 0, 0, 0, false
	}
	h := &t.Rows[r.Type]
	switch h.Expr {
	case reloc.Unknown, reloc.None, reloc.Dynamic, reloc.Add, reloc.Sub, reloc.Minuend, reloc.Subtrahend, reloc.OfPartner:
		return 0, 0, 0, false
	}
	file := w.part.img.Sections[s.ID].Data
	width := uint64(t.Width(h.Field))
	mem, inside := bin.Slice(s.Mem, r.Offset, width)
	if !inside || width == 0 || w.relaxed(h, s.Mem, file, r.Offset) {
		return 0, 0, 0, false
	}
	if h.Field < reloc.FieldArch {
		return dataField(h.Field, mem, w.order)
	}
	in := &t.Arch.Fields[h.Field-reloc.FieldArch]
	if in.Max >= wide || in.Min <= -wide || in.Takes != nil || in.Get == nil {
		return 0, 0, 0, false
	}
	v = in.Get(mem, w.order)
	was, inside := bin.Slice(file, r.Offset, width)
	if !inside || v < in.Min || v > in.Max {
		return 0, 0, 0, false
	}
	again := bytes.Clone(was)
	in.Put(again, w.order, uint64(v))
	return v, in.Min, in.Max, bytes.Equal(again, mem) // else it is another instruction
}

// relaxed reports whether the instruction around a field is another one than in the file.
func (w *walker) relaxed(h *reloc.Howto, mem, file []byte, off uint64) bool {
	if h.Relax == 0 || int(h.Relax) >= len(w.table.Arch.RelaxReads) {
		return h.Relax != 0
	}
	n := min(uint64(w.table.Arch.RelaxReads[h.Relax]), off)
	a, ok := bin.Slice(mem, off-n, n)
	b, ok2 := bin.Slice(file, off-n, n)
	return !ok || !ok2 || !bytes.Equal(a, b)
}

// dataField reads a field of data that has limits.
func dataField(f reloc.Field, mem []byte, order bin.Order) (v, least, most int64, ok bool) {
	least, most = f.Limits()
	switch f {
	case reloc.Signed32:
		v = int64(int32(order.U32(mem)))
	case reloc.Unsigned32:
		v = int64(order.U32(mem))
	case reloc.Signed16:
		v = int64(int16(order.U16(mem)))
	case reloc.Signed8:
		v = int64(int8(mem[0]))
	default:
		return 0, 0, 0, false
	}
	return v, least, most, true
}
