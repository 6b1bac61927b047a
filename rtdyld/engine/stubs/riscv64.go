package stubs

import "encoding/binary"

// A stub is 32 bytes:
//
//	auipc t1, %pcrel_hi(pointer)
//	ld    t1, %pcrel_lo(pointer)(t1)
//	jr    t1
//	lui   t3, number>>12          what the pointer leads to at first
//	addiw t3, t3, number
//	j     entry
//
// t1 and t3 are free at a call: the psABI's own stubs, those of procedure linkage tables,
// use them. Vectors, in which functions of the variant convention have arguments, are not kept.
var riscv64 = maker{
	size: 32,
	lazy: 12,
	none: le32(0x00100073),                         // ebreak
	zero: le32(0x00000513, 0xf2000553, 0x00008067), // li a0, 0; fmv.d.x fa0, zero; ret
	stub: func(dst []byte, addr, pointer, entry uint64, number uint32) bool {
		to, branch := int64(pointer-addr), int64(entry-(addr+20))
		j := uint32(branch)
		copy(dst, le32(
			0x00000317|uint32(to+0x800)&^0xfff,
			0x00033303|uint32(to)<<20,
			0x00030067,
			0x00000e37|(number+0x800)&^0xfff,
			0x000e0e1b|number<<20,
			0x0000006f|j>>20&1<<31|j>>1&0x3ff<<21|j>>11&1<<20|j&0xff000,
			0x00000013, 0x00000013, // nop
		))
		return to == int64(int32(to+0x800))-0x800 && branch == branch<<43>>43
	},
	entry: func(resolver, context uint64) []byte {
		const frame = 8 * 18 // ra, a0 to a7, fa0 to fa7, padding to 16
		var save, restore []uint32
		keep := func(reg uint32, store, load uint32) {
			at := uint32(8 * len(save))
			save = append(save, at>>5<<25|reg<<20|2<<15|3<<12|at&31<<7|store)
			restore = append(restore, at<<20|2<<15|3<<12|reg<<7|load)
		}
		keep(1, 0x23, 0x03) // sd, ld
		for reg := uint32(10); reg < 18; reg++ {
			keep(reg, 0x23, 0x03)
		}
		for reg := uint32(10); reg < 18; reg++ {
			keep(reg, 0x27, 0x07) // fsd, fld
		}
		sp := func(by int32) uint32 { return uint32(by)<<20 | 0x00010113 } // addi sp, sp, by
		words := append([]uint32{sp(-frame)}, save...)
		at := len(words) + 2
		words = append(words,
			0x020e1593, 0x0205d593, // slli a1, t3, 32; srli a1, a1, 32
			0x00000317, 0, 0, // auipc t1, 0; ld a0, context; ld t1, resolver
			0x000300e7, // jalr t1
			0x00050313, // mv t1, a0
		)
		words = append(append(words, restore...), sp(frame), 0x00030067) // jr t1
		if len(words)%2 != 0 {
			words = append(words, 0x00000013)
		}
		literals := uint32(4 * (len(words) - at))
		words[at+1] = 0x00033503 | literals<<20
		words[at+2] = 0x00033303 | (literals+8)<<20
		code := binary.LittleEndian.AppendUint64(le32(words...), context)
		return binary.LittleEndian.AppendUint64(code, resolver)
	},
}
