package coff

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Decode implements objfmt.Format. Records have no addend: it is in the field.
func (f *format) Decode(img *objfmt.ObjectImage, sec *objfmt.Section, dst []objfmt.Reloc, raw []byte) (int, []byte, error) {
	base := uint64(0)
	if f.biased {
		base = f.address(img, sec)
	}
	n := min(len(raw)/relocSize, len(dst))
	for i := range dst[:n] {
		b := raw[i*relocSize : i*relocSize+relocSize]
		r := &dst[i]
		r.Offset = uint64(binary.LittleEndian.Uint32(b)) - base // one below is far outside
		r.Sym = objfmt.SymbolID(binary.LittleEndian.Uint32(b[4:]))
		r.Type = uint32(binary.LittleEndian.Uint16(b[8:]))
		r.Sub = objfmt.NoSymbol
		r.Addend = 0
		r.HasAddend = false
	}
	return n, raw[n*relocSize:], nil
}

// layout is where records have what: VirtualAddress, SymbolTableIndex and Type follow each other (PE/COFF, "COFF Relocations").
var layout = objfmt.Layout{Size: relocSize, Info: 2, SymShift: 16, SymMask: 1<<32 - 1, TypeShift: 48, TypeMask: 1<<16 - 1}

// Layout implements objfmt.Format.
func (f *format) Layout(*objfmt.ObjectImage, *objfmt.Section) (*objfmt.Layout, uint64) {
	if f.biased {
		return nil, 0
	}
	return &layout, 0
}

// address is the section's own VirtualAddress, which offsets count from; compilers
// write 0.
func (f *format) address(img *objfmt.ObjectImage, sec *objfmt.Section) uint64 {
	b, ok := bin.Slice(img.Buffer.Bytes(), f.sections+(uint64(sec.Number)-1)*sectionSize+12, 4)
	if !ok {
		return 0
	}
	return uint64(le.Uint32(b))
}
