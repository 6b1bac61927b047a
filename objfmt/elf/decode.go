package elf

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Decode implements objfmt.Format. The fields are assigned one by one: building a
// record on the stack and copying it costs more than decoding it.
func (*format) Decode(img *objfmt.ObjectImage, sec *objfmt.Section, dst []objfmt.Reloc, raw []byte) (int, []byte, error) {
	rela := sec.Flags&objfmt.SecRelaAddend != 0
	switch {
	case img.Is64 && rela && !img.Big && img.Machine != emPackedInfo:
		n := min(len(raw)/24, len(dst))
		for i := range dst[:n] {
			b := raw[i*24 : i*24+24]
			r := &dst[i]
			r.Offset = binary.LittleEndian.Uint64(b)
			r.Type = binary.LittleEndian.Uint32(b[8:])
			r.Sym = objfmt.SymbolID(binary.LittleEndian.Uint32(b[12:]))
			r.Sub = objfmt.NoSymbol
			r.HasAddend = true
			r.Addend = int64(binary.LittleEndian.Uint64(b[16:]))
		}
		return n, raw[n*24:], nil
	case img.Is64:
		n, rest := decode64(img, dst, raw, rela)
		return n, rest, nil
	}
	n, rest := decode32(img, dst, raw, rela)
	return n, rest, nil
}

// Layouts of records, by whether they have addends, whether they are of 64 bits, and by byte order (gABI, "Relocation
// Entry").
var layouts = func() (of [2][2][2]*objfmt.Layout) {
	for rela := range 2 {
		for big := range 2 {
			order, offset := bin.Order{Big: big == 1}, uint8(32) // how far the bits of r_offset shift those of r_info
			if order.Big {
				offset = 0
			}
			of[rela][0][big] = &objfmt.Layout{
				Size: 8 + 4*rela, Order: order, SymShift: offset + 8, SymMask: 1<<24 - 1, TypeShift: offset, TypeMask: 0xff, Addend: 4 * rela,
			}
			wide := objfmt.StraightRows
			wide.Size, wide.Order, wide.Addend = 16+8*rela, order, 8*rela
			of[rela][1][big] = &wide
		}
	}
	of[1][1][0] = &objfmt.StraightRows
	return of
}()

// Layout implements objfmt.Format.
func (*format) Layout(img *objfmt.ObjectImage, sec *objfmt.Section) (*objfmt.Layout, uint64) {
	rela, wide, big := 0, 0, 0
	if sec.Flags&objfmt.SecRelaAddend != 0 {
		rela = 1
	}
	if img.Is64 {
		if wide = 1; img.Machine == emPackedInfo {
			return nil, 0
		}
	}
	if img.Big {
		big = 1
	}
	return layouts[rela][wide][big], 0
}

// decode64 decodes Elf64_Rel and Elf64_Rela of either byte order.
func decode64(img *objfmt.ObjectImage, dst []objfmt.Reloc, raw []byte, rela bool) (int, []byte) {
	o := bin.Order{Big: img.Big}
	size := 16
	if rela {
		size = 24
	}
	n := min(len(raw)/size, len(dst))
	for i := range dst[:n] {
		b := raw[i*size : i*size+size]
		r := &dst[i]
		r.Offset = o.U64(b)
		if img.Machine == emPackedInfo {
			// r_sym, r_ssym, r_type3, r_type2, r_type as single fields (MIPS 64-bit ELF,
			// section 2.9); Type keeps the last four as bytes, r_type lowest.
			r.Sym = objfmt.SymbolID(o.U32(b[8:]))
			r.Type = uint32(b[15]) | uint32(b[14])<<8 | uint32(b[13])<<16 | uint32(b[12])<<24
		} else {
			info := o.U64(b[8:])
			r.Type, r.Sym = uint32(info), objfmt.SymbolID(info>>32)
		}
		r.Sub, r.HasAddend, r.Addend = objfmt.NoSymbol, rela, 0
		if rela {
			r.Addend = int64(o.U64(b[16:]))
		}
	}
	return n, raw[n*size:]
}

// decode32 decodes Elf32_Rel and Elf32_Rela of either byte order.
func decode32(img *objfmt.ObjectImage, dst []objfmt.Reloc, raw []byte, rela bool) (int, []byte) {
	o := bin.Order{Big: img.Big}
	size := 8
	if rela {
		size = 12
	}
	n := min(len(raw)/size, len(dst))
	for i := range dst[:n] {
		b := raw[i*size : i*size+size]
		r := &dst[i]
		info := o.U32(b[4:])
		r.Offset, r.Type, r.Sym = uint64(o.U32(b)), info&0xff, objfmt.SymbolID(info>>8)
		r.Sub, r.HasAddend, r.Addend = objfmt.NoSymbol, rela, 0
		if rela {
			r.Addend = int64(int32(o.U32(b[8:])))
		}
	}
	return n, raw[n*size:]
}
