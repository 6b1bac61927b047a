package stubs

// A stub is 24 bytes, of ARM instructions whichever instruction set calls it:
//
//	ldr ip, =pointer
//	ldr pc, [ip]
//	ldr ip, =number        what the pointer leads to at first
//	b   entry
//	.word pointer, number
//
// ip is free at a call (AAPCS32, "Use of IP by the linker"). The function that a pointer
// leads to may be Thumb. The entry keeps d0 to d7: the processor has floating point
// registers, whether arguments are passed in them or not.
var arm = maker{
	size: 24,
	lazy: 8,
	none: le32(0xe7f000f0),                                     // udf #0
	zero: le32(0xe3a00000, 0xe3a01000, 0xec410b10, 0xe12fff1e), // mov r0, #0; mov r1, #0; vmov d0, r0, r1; bx lr
	stub: func(dst []byte, addr, pointer, entry uint64, number uint32) bool {
		branch := int64(entry-(addr+20)) >> 2
		copy(dst, le32(
			0xe59fc008, 0xe59cf000, // ldr ip, [pc, #8]; ldr pc, [ip]
			0xe59fc004, 0xea000000|uint32(branch&0xffffff), // ldr ip, [pc, #4]; b entry
			uint32(pointer), number,
		))
		return narrow(addr, pointer) && branch == branch<<40>>40
	},
	entry: func(resolver, context uint64) []byte {
		return le32(
			0xe92d500f,                         // push {r0-r3, ip, lr}
			0xed2d0b10,                         // vpush {d0-d7}
			0xe1a0100c,                         // mov  r1, ip
			0xe59f0014, 0xe59fc014, 0xe12fff3c, // ldr r0, =context; ldr ip, =resolver; blx ip
			0xe58d0050,             // str  r0, [sp, #80]: where ip is saved
			0xecbd0b10, 0xe8bd500f, // vpop {d0-d7}; pop {r0-r3, ip, lr}
			0xe12fff1c, // bx ip
			uint32(context), uint32(resolver),
		)
	},
}

// narrow tells whether addresses are such of a machine of 32 bits.
func narrow(addrs ...uint64) bool {
	for _, a := range addrs {
		if a>>32 != 0 {
			return false
		}
	}
	return true
}
