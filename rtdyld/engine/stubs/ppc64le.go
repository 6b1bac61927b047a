package stubs

// A stub is 32 bytes:
//
//	addis r12, r12, (pointer-stub)@ha
//	ld    r12, (pointer-stub)@l(r12)
//	mtctr r12
//	bctr
//	lis   r0, number@h      what the pointer leads to at first
//	ori   r0, r0, number@l
//	b     entry
//
// r12 has a function's address where it is entered from outside (ELF V2 ABI, "Global Linkage");
// r0 is free there, and r11 is the environment, which is kept.
var ppc64le = maker{
	size: 32,
	lazy: 16,
	none: le32(0x7fe00008),                         // trap
	zero: le32(0x38600000, 0xf0210cd0, 0x4e800020), // li r3, 0; xxlxor vs1, vs1, vs1; blr
	stub: func(dst []byte, addr, pointer, entry uint64, number uint32) bool {
		to, branch := int64(pointer-addr), int64(entry-(addr+24))
		copy(dst, le32(
			0x3d8c0000|uint32((to+0x8000)>>16&0xffff),
			0xe98c0000|uint32(to&0xffff),
			0x7d8903a6,
			0x4e800420,
			0x3c000000|number>>16,
			0x60000000|number&0xffff,
			0x48000000|uint32(branch&0x3fffffc),
			0x60000000, // nop
		))
		return to%8 == 0 && to == int64(int32(to+0x8000))-0x8000 && branch == branch<<38>>38
	},
	entry: func(resolver, context uint64) []byte {
		// What functions called save and where they put parameters, v2 to v13, f1 to f13,
		// r3 to r11.
		const vectors, floats, integers, frame = 96, 96 + 12*16, 96 + 12*16 + 13*8, 96 + 12*16 + 13*8 + 9*8
		words := []uint32{
			0x7d8802a6,                             // mflr r12
			0xf9810010,                             // std  r12, 16(r1)
			0xf8210001 | uint32(0x10000-frame)&^15, // stdu r1, -frame(r1)
			0xf8410018,                             // std  r2, 24(r1)
		}
		all := func(vector, float, integer uint32) {
			for i := range uint32(12) {
				words = append(words, 0x39800000|vectors+16*i, vector|(2+i)<<21) // li r12, offset
			}
			for i := range uint32(13) {
				words = append(words, float|(1+i)<<21|floats+8*i)
			}
			for i := range uint32(9) {
				words = append(words, integer|(3+i)<<21|integers+8*i)
			}
		}
		all(0x7c0161ce, 0xd8010000, 0xf8010000) // stvx v, r1, r12; stfd; std
		words = append(words, 0x7c040378)       // mr r4, r0
		words = append(words, powerWide(3, context)...)
		words = append(words, powerWide(12, resolver)...)
		words = append(words,
			0x7d8903a6, 0x4e800421, // mtctr r12; bctrl
			0xe8410018, 0x7c6903a6, // ld r2, 24(r1); mtctr r3
		)
		all(0x7c0160ce, 0xc8010000, 0xe8010000) // lvx v, r1, r12; lfd; ld
		words = append(words,
			0x38210000|frame, 0xe8010010, 0x7c0803a6, // addi r1, r1, frame; ld r0, 16(r1); mtlr r0
			0x7d8902a6, 0x4e800420, // mfctr r12; bctr
		)
		return le32(words...)
	},
}

// powerWide sets a register to a value.
func powerWide(reg uint32, v uint64) []uint32 {
	return []uint32{
		0x3c000000 | reg<<21 | uint32(v>>48),                  // lis
		0x60000000 | reg<<21 | reg<<16 | uint32(v>>32&0xffff), // ori
		0x780007c6 | reg<<21 | reg<<16,                        // sldi 32
		0x64000000 | reg<<21 | reg<<16 | uint32(v>>16&0xffff), // oris
		0x60000000 | reg<<21 | reg<<16 | uint32(v&0xffff),     // ori
	}
}
