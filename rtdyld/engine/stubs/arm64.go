package stubs

import "encoding/binary"

// A stub is 32 bytes:
//
//	adrp x16, pointer
//	ldr  x16, [x16, :lo12:pointer]
//	br   x16
//	movz w17, number        what the pointer leads to at first
//	movk w17, number>>16, lsl 16
//	b    entry
//
// x16 and x17 are free at a call (AAPCS64, "General-purpose Registers"). x8, where a result
// goes, is an argument. Scalable vectors are not kept.
var arm64 = maker{
	size: 32,
	lazy: 12,
	none: le32(0xd4200000),                         // brk #0
	zero: le32(0xd2800000, 0x9e6703e0, 0xd65f03c0), // mov x0, #0; fmov d0, xzr; ret
	stub: func(dst []byte, addr, pointer, entry uint64, number uint32) bool {
		pages := int64(pointer>>12) - int64(addr>>12)
		branch := int64(entry-(addr+20)) >> 2
		copy(dst, le32(
			0x90000010|uint32(pages&3)<<29|uint32(pages>>2&0x7ffff)<<5,
			0xf9400210|uint32(pointer&0xfff>>3)<<10,
			0xd61f0200,
			0x52800011|number&0xffff<<5,
			0x72a00011|number>>16<<5,
			0x14000000|uint32(branch&0x3ffffff),
			0xd503201f, 0xd503201f, // nop
		))
		return pages == pages<<43>>43 && branch == branch<<38>>38
	},
	entry: func(resolver, context uint64) []byte {
		words := []uint32{
			0xa9bf7bfd,                         // stp  x29, x30, [sp, #-16]!
			0x910003fd,                         // mov  x29, sp
			0xa9bf07e0, 0xa9bf0fe2, 0xa9bf17e4, // stp  x0, x1, [sp, #-16]! and x2, x3; x4, x5
			0xa9bf1fe6, 0xa9bf27e8, // stp  x6, x7; x8, x9
			0xadbf07e0, 0xadbf0fe2, 0xadbf17e4, 0xadbf1fe6, // stp  q0, q1, [sp, #-32]! and q2, q3; q4, q5; q6, q7
			0xaa1103e1, // mov  x1, x17
		}
		words = append(words, moveWide(0, context)...)
		words = append(words, moveWide(16, resolver)...)
		words = append(words,
			0xd63f0200,                                     // blr  x16
			0xaa0003f0,                                     // mov  x16, x0
			0xacc11fe6, 0xacc117e4, 0xacc10fe2, 0xacc107e0, // ldp  q6, q7, [sp], #32 and q4, q5; q2, q3; q0, q1
			0xa8c127e8, 0xa8c11fe6, // ldp  x8, x9, [sp], #16; x6, x7
			0xa8c117e4, 0xa8c10fe2, 0xa8c107e0, // ldp  x4, x5; x2, x3; x0, x1
			0xa8c17bfd, // ldp  x29, x30, [sp], #16
			0xd61f0200, // br   x16
		)
		return le32(words...)
	},
}

// moveWide sets a register to a value.
func moveWide(reg uint32, v uint64) (words []uint32) {
	words = append(words, 0xd2800000|uint32(v&0xffff)<<5|reg) // movz
	for k := uint32(1); k < 4; k++ {
		words = append(words, 0xf2800000|k<<21|uint32(v>>(16*k)&0xffff)<<5|reg) // movk
	}
	return words
}

func le32(words ...uint32) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}
