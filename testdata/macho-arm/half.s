# ARM_RELOC_HALF: the lower or upper half of S + A, modulo 1<<32, in MOVW and MOVT of ARM and Thumb; the other half of A is in the PAIR.
# llvm: no ARM_RELOC_HALF is not implemented
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_low=0x10 -dummy-extern=_high=0xfffffff0 -dummy-extern=_fun=0x1234cdef \
# RUN:   -dummy-extern=_mid=0x5678fffe -dummy-extern=_carry=0x1234ffff -dummy-extern=_odd=0x20001235 -map-section=half.o,__text=0x10008 \
# RUN:   -map-section=half.o,__data=0x3456fff0 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	32
	.long	0xa5a5a5a5
_plain_arm_movw:	movw	r1, :lower16:_high
	.long	0xa5a5a5a5
_plain_arm_movt:	movt	r1, :upper16:_high
	.long	0xa5a5a5a5
_far_arm_movw:	movw	r2, :lower16:(_low-32)
	.long	0xa5a5a5a5
_far_arm_movt:	movt	r2, :upper16:(_low-32)
	.long	0xa5a5a5a5
_up_arm_movw:	movw	r3, :lower16:(_mid+32767)
	.long	0xa5a5a5a5
_up_arm_movt:	movt	r3, :upper16:(_mid+32767)
	.long	0xa5a5a5a5
_down_arm_movw:	movw	r4, :lower16:(_fun-32768)
	.long	0xa5a5a5a5
_down_arm_movt:	movt	r4, :upper16:(_fun-32768)
	.long	0xa5a5a5a5
_carry_arm_movw:	movw	r5, :lower16:(_carry+1)
	.long	0xa5a5a5a5
_carry_arm_movt:	movt	r5, :upper16:(_carry+1)
	.long	0xa5a5a5a5
_ones_arm_movw:	movw	r6, :lower16:_carry
	.long	0xa5a5a5a5
_ones_arm_movt:	movt	r6, :upper16:_carry
	.long	0xa5a5a5a5
_borrow_arm_movw:	movw	r7, :lower16:(_fun-52720)
	.long	0xa5a5a5a5
_borrow_arm_movt:	movt	r7, :upper16:(_fun-52720)
	.long	0xa5a5a5a5
_over_arm_movw:	movw	r8, :lower16:(_high+2147483647)
	.long	0xa5a5a5a5
_over_arm_movt:	movt	r8, :upper16:(_high+2147483647)
	.long	0xa5a5a5a5
_big_arm_movw:	movw	r9, :lower16:(_low+305419896)
	.long	0xa5a5a5a5
_big_arm_movt:	movt	r9, :upper16:(_low+305419896)
	.long	0xa5a5a5a5
_other_arm_movw:	movw	r10, :lower16:(_carry-2147418113)
	.long	0xa5a5a5a5
_other_arm_movt:	movt	r10, :upper16:(_carry-2147418113)
	.long	0xa5a5a5a5
_set_arm_movw:	movw	r11, :lower16:(_odd+65536)
	.long	0xa5a5a5a5
_set_arm_movt:	movt	r11, :upper16:(_odd+65536)
	.long	0xa5a5a5a5
_own_arm_movw:	movw	r12, :lower16:(Ldata+4096)
	.long	0xa5a5a5a5
_own_arm_movt:	movt	r12, :upper16:(Ldata+4096)
	.long	0xa5a5a5a5
_beside_arm_movw:	movw	r0, :lower16:(Ldata-32)
	.long	0xa5a5a5a5
_beside_arm_movt:	movt	r0, :upper16:(Ldata-32)
	.long	0xa5a5a5a5
	.code	16
	.short	0xa5a5
_plain_thm_movw:	movw	r1, :lower16:_high
	.long	0xa5a5a5a5
_plain_thm_movt:	movt	r1, :upper16:_high
	.long	0xa5a5a5a5
_far_thm_movw:	movw	r2, :lower16:(_low-32)
	.long	0xa5a5a5a5
_far_thm_movt:	movt	r2, :upper16:(_low-32)
	.long	0xa5a5a5a5
_up_thm_movw:	movw	r3, :lower16:(_mid+32767)
	.long	0xa5a5a5a5
_up_thm_movt:	movt	r3, :upper16:(_mid+32767)
	.long	0xa5a5a5a5
_down_thm_movw:	movw	r4, :lower16:(_fun-32768)
	.long	0xa5a5a5a5
_down_thm_movt:	movt	r4, :upper16:(_fun-32768)
	.long	0xa5a5a5a5
_carry_thm_movw:	movw	r5, :lower16:(_carry+1)
	.long	0xa5a5a5a5
_carry_thm_movt:	movt	r5, :upper16:(_carry+1)
	.long	0xa5a5a5a5
_ones_thm_movw:	movw	r6, :lower16:_carry
	.long	0xa5a5a5a5
_ones_thm_movt:	movt	r6, :upper16:_carry
	.long	0xa5a5a5a5
_borrow_thm_movw:	movw	r7, :lower16:(_fun-52720)
	.long	0xa5a5a5a5
_borrow_thm_movt:	movt	r7, :upper16:(_fun-52720)
	.long	0xa5a5a5a5
_over_thm_movw:	movw	r8, :lower16:(_high+2147483647)
	.long	0xa5a5a5a5
_over_thm_movt:	movt	r8, :upper16:(_high+2147483647)
	.long	0xa5a5a5a5
_big_thm_movw:	movw	r9, :lower16:(_low+305419896)
	.long	0xa5a5a5a5
_big_thm_movt:	movt	r9, :upper16:(_low+305419896)
	.long	0xa5a5a5a5
_other_thm_movw:	movw	r10, :lower16:(_carry-2147418113)
	.long	0xa5a5a5a5
_other_thm_movt:	movt	r10, :upper16:(_carry-2147418113)
	.long	0xa5a5a5a5
_set_thm_movw:	movw	r11, :lower16:(_odd+65536)
	.long	0xa5a5a5a5
_set_thm_movt:	movt	r11, :upper16:(_odd+65536)
	.long	0xa5a5a5a5
_own_thm_movw:	movw	r12, :lower16:(Ldata+4096)
	.long	0xa5a5a5a5
_own_thm_movt:	movt	r12, :upper16:(Ldata+4096)
	.long	0xa5a5a5a5
_beside_thm_movw:	movw	r0, :lower16:(Ldata-32)
	.long	0xa5a5a5a5
_beside_thm_movt:	movt	r0, :upper16:(Ldata-32)
	.long	0xa5a5a5a5
	.data
	.quad	0
Ldata:	.long	0

# rtdyld-check: *{4}_plain_arm_movw = 0xe30f1ff0
# rtdyld-check: *{4}(_plain_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_plain_arm_movt = 0xe34f1fff
# rtdyld-check: *{4}(_plain_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_far_arm_movw = 0xe30f2ff0
# rtdyld-check: *{4}(_far_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_far_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_far_arm_movt = 0xe34f2fff
# rtdyld-check: *{4}(_far_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_far_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_arm_movw = 0xe3073ffd
# rtdyld-check: *{4}(_up_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_arm_movt = 0xe3453679
# rtdyld-check: *{4}(_up_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_arm_movw = 0xe3044def
# rtdyld-check: *{4}(_down_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_arm_movt = 0xe3414234
# rtdyld-check: *{4}(_down_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_carry_arm_movw = 0xe3005000
# rtdyld-check: *{4}(_carry_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_carry_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_carry_arm_movt = 0xe3415235
# rtdyld-check: *{4}(_carry_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_carry_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_arm_movw = 0xe30f6fff
# rtdyld-check: *{4}(_ones_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_arm_movt = 0xe3416234
# rtdyld-check: *{4}(_ones_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_borrow_arm_movw = 0xe30f7fff
# rtdyld-check: *{4}(_borrow_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_borrow_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_borrow_arm_movt = 0xe3417233
# rtdyld-check: *{4}(_borrow_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_borrow_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_arm_movw = 0xe30f8fef
# rtdyld-check: *{4}(_over_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_arm_movt = 0xe3478fff
# rtdyld-check: *{4}(_over_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_arm_movw = 0xe3059688
# rtdyld-check: *{4}(_big_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_arm_movt = 0xe3419234
# rtdyld-check: *{4}(_big_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_other_arm_movw = 0xe30faffe
# rtdyld-check: *{4}(_other_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_other_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_other_arm_movt = 0xe349a235
# rtdyld-check: *{4}(_other_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_other_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_set_arm_movw = 0xe301b235
# rtdyld-check: *{4}(_set_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_set_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_set_arm_movt = 0xe342b001
# rtdyld-check: *{4}(_set_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_set_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_own_arm_movw = 0xe300cff8
# rtdyld-check: *{4}(_own_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_own_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_own_arm_movt = 0xe343c457
# rtdyld-check: *{4}(_own_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_own_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_beside_arm_movw = 0xe30f0fd8
# rtdyld-check: *{4}(_beside_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_beside_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_beside_arm_movt = 0xe3430456
# rtdyld-check: *{4}(_beside_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_beside_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_plain_thm_movw = 0x71f0f64f
# rtdyld-check: *{4}(_plain_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_plain_thm_movt = 0x71fff6cf
# rtdyld-check: *{4}(_plain_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_far_thm_movw = 0x72f0f64f
# rtdyld-check: *{4}(_far_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_far_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_far_thm_movt = 0x72fff6cf
# rtdyld-check: *{4}(_far_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_far_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_thm_movw = 0x73fdf647
# rtdyld-check: *{4}(_up_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_thm_movt = 0x6379f2c5
# rtdyld-check: *{4}(_up_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_thm_movw = 0x54eff644
# rtdyld-check: *{4}(_down_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_thm_movt = 0x2434f2c1
# rtdyld-check: *{4}(_down_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_carry_thm_movw = 0x500f240
# rtdyld-check: *{4}(_carry_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_carry_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_carry_thm_movt = 0x2535f2c1
# rtdyld-check: *{4}(_carry_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_carry_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_thm_movw = 0x76fff64f
# rtdyld-check: *{4}(_ones_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_thm_movt = 0x2634f2c1
# rtdyld-check: *{4}(_ones_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_borrow_thm_movw = 0x77fff64f
# rtdyld-check: *{4}(_borrow_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_borrow_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_borrow_thm_movt = 0x2733f2c1
# rtdyld-check: *{4}(_borrow_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_borrow_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_thm_movw = 0x78eff64f
# rtdyld-check: *{4}(_over_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_thm_movt = 0x78fff6c7
# rtdyld-check: *{4}(_over_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_thm_movw = 0x6988f245
# rtdyld-check: *{4}(_big_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_thm_movt = 0x2934f2c1
# rtdyld-check: *{4}(_big_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_other_thm_movw = 0x7afef64f
# rtdyld-check: *{4}(_other_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_other_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_other_thm_movt = 0x2a35f2c9
# rtdyld-check: *{4}(_other_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_other_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_set_thm_movw = 0x2b35f241
# rtdyld-check: *{4}(_set_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_set_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_set_thm_movt = 0xb01f2c2
# rtdyld-check: *{4}(_set_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_set_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_own_thm_movw = 0x7cf8f640
# rtdyld-check: *{4}(_own_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_own_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_own_thm_movt = 0x4c57f2c3
# rtdyld-check: *{4}(_own_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_own_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_beside_thm_movw = 0x70d8f64f
# rtdyld-check: *{4}(_beside_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_beside_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_beside_thm_movt = 0x4056f2c3
# rtdyld-check: *{4}(_beside_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_beside_thm_movt + 4) = 0xa5a5a5a5
