# IMAGE_REL_ARM_MOV32A and IMAGE_REL_ARM_MOV32T: S + A, modulo 1<<32, in a MOVW and the MOVT behind it, A in both of them.
# llvm: no it knows MOV32T alone, and no addend
# TYPE: .mov32a 16
# TYPE: .mov32t 17
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 -dummy-extern=fun=0x1234cdef \
# RUN:   -dummy-extern=mid=0x5678fffe -dummy-extern=carry=0x1234ffff -check=%s %o
	.globl	low, high, fun, mid, carry
	.section .mov32a,"xr"
	.p2align 2
	.long	0xa5a5a5a5
plain_arm:	.long	high + 0xe3003000
	.long	0xe3403000
	.long	0xa5a5a5a5
far_arm:	.long	low + 0xe30f4fe0
	.long	0xe34f4fff
	.long	0xa5a5a5a5
up_arm:	.long	mid + 0xe3075fff
	.long	0xe3405000
	.long	0xa5a5a5a5
down_arm:	.long	fun + 0xe3086000
	.long	0xe34f6fff
	.long	0xa5a5a5a5
carry_arm:	.long	carry + 0xe3007001
	.long	0xe3407000
	.long	0xa5a5a5a5
ones_arm:	.long	carry + 0xe3008000
	.long	0xe3408000
	.long	0xa5a5a5a5
borrow_arm:	.long	fun + 0xe3039210
	.long	0xe34f9fff
	.long	0xa5a5a5a5
over_arm:	.long	high + 0xe30fafff
	.long	0xe347afff
	.long	0xa5a5a5a5
big_arm:	.long	low + 0xe305b678
	.long	0xe341b234
	.long	0xa5a5a5a5
sign_arm:	.long	carry + 0xe30fcfff
	.long	0xe348c000
	.long	0xa5a5a5a5
	.section .mov32t,"xr"
	.p2align 2
	.short	0xa5a5
	.long	0xa5a5a5a5
plain_thm:	.long	high + 0xf240
	.long	0xf2c0
	.long	0xa5a5a5a5
far_thm:	.long	low + 0x71e0f64f
	.long	0x71fff6cf
	.long	0xa5a5a5a5
up_thm:	.long	mid + 0x72fff647
	.long	0x200f2c0
	.long	0xa5a5a5a5
down_thm:	.long	fun + 0x300f248
	.long	0x73fff6cf
	.long	0xa5a5a5a5
carry_thm:	.long	carry + 0x401f240
	.long	0x400f2c0
	.long	0xa5a5a5a5
ones_thm:	.long	carry + 0x500f240
	.long	0x500f2c0
	.long	0xa5a5a5a5
borrow_thm:	.long	fun + 0x2610f243
	.long	0x76fff6cf
	.long	0xa5a5a5a5
over_thm:	.long	high + 0x77fff64f
	.long	0x77fff6c7
	.long	0xa5a5a5a5
big_thm:	.long	low + 0x6878f245
	.long	0x2834f2c1
	.long	0xa5a5a5a5
sign_thm:	.long	carry + 0x79fff64f
	.long	0x900f2c8
	.long	0xa5a5a5a5

# rtdyld-check: *{4}plain_arm = 0xe30f3ff0
# rtdyld-check: *{4}(plain_arm + 4) = 0xe34f3fff
# rtdyld-check: *{4}(plain_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}far_arm = 0xe30f4ff0
# rtdyld-check: *{4}(far_arm + 4) = 0xe34f4fff
# rtdyld-check: *{4}(far_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}up_arm = 0xe3075ffd
# rtdyld-check: *{4}(up_arm + 4) = 0xe3455679
# rtdyld-check: *{4}(up_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}down_arm = 0xe3046def
# rtdyld-check: *{4}(down_arm + 4) = 0xe3416234
# rtdyld-check: *{4}(down_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_arm = 0xe3007000
# rtdyld-check: *{4}(carry_arm + 4) = 0xe3417235
# rtdyld-check: *{4}(carry_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_arm = 0xe30f8fff
# rtdyld-check: *{4}(ones_arm + 4) = 0xe3418234
# rtdyld-check: *{4}(ones_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}borrow_arm = 0xe30f9fff
# rtdyld-check: *{4}(borrow_arm + 4) = 0xe3419233
# rtdyld-check: *{4}(borrow_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(borrow_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}over_arm = 0xe30fafef
# rtdyld-check: *{4}(over_arm + 4) = 0xe347afff
# rtdyld-check: *{4}(over_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}big_arm = 0xe305b688
# rtdyld-check: *{4}(big_arm + 4) = 0xe341b234
# rtdyld-check: *{4}(big_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(big_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}sign_arm = 0xe30fcffe
# rtdyld-check: *{4}(sign_arm + 4) = 0xe349c235
# rtdyld-check: *{4}(sign_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(sign_arm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_thm = 0x70f0f64f
# rtdyld-check: *{4}(plain_thm + 4) = 0x70fff6cf
# rtdyld-check: *{4}(plain_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}far_thm = 0x71f0f64f
# rtdyld-check: *{4}(far_thm + 4) = 0x71fff6cf
# rtdyld-check: *{4}(far_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}up_thm = 0x72fdf647
# rtdyld-check: *{4}(up_thm + 4) = 0x6279f2c5
# rtdyld-check: *{4}(up_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}down_thm = 0x53eff644
# rtdyld-check: *{4}(down_thm + 4) = 0x2334f2c1
# rtdyld-check: *{4}(down_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_thm = 0x400f240
# rtdyld-check: *{4}(carry_thm + 4) = 0x2435f2c1
# rtdyld-check: *{4}(carry_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_thm = 0x75fff64f
# rtdyld-check: *{4}(ones_thm + 4) = 0x2534f2c1
# rtdyld-check: *{4}(ones_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}borrow_thm = 0x76fff64f
# rtdyld-check: *{4}(borrow_thm + 4) = 0x2633f2c1
# rtdyld-check: *{4}(borrow_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(borrow_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}over_thm = 0x77eff64f
# rtdyld-check: *{4}(over_thm + 4) = 0x77fff6c7
# rtdyld-check: *{4}(over_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}big_thm = 0x6888f245
# rtdyld-check: *{4}(big_thm + 4) = 0x2834f2c1
# rtdyld-check: *{4}(big_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(big_thm + 8) = 0xa5a5a5a5
# rtdyld-check: *{4}sign_thm = 0x79fef64f
# rtdyld-check: *{4}(sign_thm + 4) = 0x2935f2c9
# rtdyld-check: *{4}(sign_thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(sign_thm + 8) = 0xa5a5a5a5
