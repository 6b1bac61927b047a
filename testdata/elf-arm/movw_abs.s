# R_ARM_MOVW_ABS_NC and R_ARM_MOVT_ABS: the lower and upper half of S + A, whose own halves are 16 bits, signed, in either.
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 -dummy-extern=fun=0x1234cdef \
# RUN:   -dummy-extern=mid=0x5678fffe -dummy-extern=carry_movw_abs_nc_s=0x1234ffff -dummy-extern=ones_movw_abs_nc_s=0x1234ffff \
# RUN:   -dummy-extern=zeros_movw_abs_nc_s=0x12350000 -dummy-extern=carry_movt_abs_s=0x1234ffff -dummy-extern=ones_movt_abs_s=0x1234ffff \
# RUN:   -dummy-extern=zeros_movt_abs_s=0x12350000 -map-section=movw_abs.o,.text=0x10008 -check=%s %o
	.syntax	unified
	.globl	low, high, fun, mid, carry_movw_abs_nc_s, ones_movw_abs_nc_s, zeros_movw_abs_nc_s, carry_movt_abs_s, ones_movt_abs_s, zeros_movt_abs_s
	.text
	.long	0xa5a5a5a5
carry_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, carry_movw_abs_nc_s	@ movw r7, #0x1
	.long	0xe3007001
	.long	0xa5a5a5a5
ones_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, ones_movw_abs_nc_s	@ movw r7, #0x0
	.long	0xe3007000
	.long	0xa5a5a5a5
zeros_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, zeros_movw_abs_nc_s	@ movw r7, #0x0
	.long	0xe3007000
	.long	0xa5a5a5a5
	.short	0xa5a5
up_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, mid	@ movw r5, #0x7fff
	.long	0xe3075fff
	.long	0xa5a5a5a5
down_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, fun	@ movw r5, #0x8000
	.long	0xe3085000
	.long	0xa5a5a5a5
plain_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, high	@ movw r5, #0x0
	.long	0xe3005000
	.long	0xa5a5a5a5
far_movw_abs_nc:	.reloc	., R_ARM_MOVW_ABS_NC, low	@ movw r5, #0xfff0
	.long	0xe30f5ff0
	.long	0xa5a5a5a5
carry_movt_abs:	.reloc	., R_ARM_MOVT_ABS, carry_movt_abs_s	@ movt r7, #0x1
	.long	0xe3407001
	.long	0xa5a5a5a5
ones_movt_abs:	.reloc	., R_ARM_MOVT_ABS, ones_movt_abs_s	@ movt r7, #0x0
	.long	0xe3407000
	.long	0xa5a5a5a5
zeros_movt_abs:	.reloc	., R_ARM_MOVT_ABS, zeros_movt_abs_s	@ movt r7, #0x0
	.long	0xe3407000
	.long	0xa5a5a5a5
	.short	0xa5a5
up_movt_abs:	.reloc	., R_ARM_MOVT_ABS, mid	@ movt r12, #0x7fff
	.long	0xe347cfff
	.long	0xa5a5a5a5
down_movt_abs:	.reloc	., R_ARM_MOVT_ABS, fun	@ movt r12, #0x8000
	.long	0xe348c000
	.long	0xa5a5a5a5
plain_movt_abs:	.reloc	., R_ARM_MOVT_ABS, high	@ movt r12, #0x0
	.long	0xe340c000
	.long	0xa5a5a5a5
far_movt_abs:	.reloc	., R_ARM_MOVT_ABS, low	@ movt r12, #0xfff0
	.long	0xe34fcff0
	.long	0xa5a5a5a5

# rtdyld-check: *{4}carry_movw_abs_nc = 0xe3007000
# rtdyld-check: *{4}(carry_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_movw_abs_nc = 0xe30f7fff
# rtdyld-check: *{4}(ones_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_movw_abs_nc = 0xe3007000
# rtdyld-check: *{4}(zeros_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_movw_abs_nc = 0xe3075ffd
# rtdyld-check: *{4}(up_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_movw_abs_nc = 0xe3045def
# rtdyld-check: *{4}(down_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_movw_abs_nc = 0xe30f5ff0
# rtdyld-check: *{4}(plain_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_movw_abs_nc = 0xe3005000
# rtdyld-check: *{4}(far_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_movt_abs = 0xe3417235
# rtdyld-check: *{4}(carry_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_movt_abs = 0xe3417234
# rtdyld-check: *{4}(ones_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_movt_abs = 0xe3417235
# rtdyld-check: *{4}(zeros_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_movt_abs = 0xe345c679
# rtdyld-check: *{4}(up_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_movt_abs = 0xe341c234
# rtdyld-check: *{4}(down_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_movt_abs = 0xe34fcfff
# rtdyld-check: *{4}(plain_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_movt_abs = 0xe340c000
# rtdyld-check: *{4}(far_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_movt_abs + 4) = 0xa5a5a5a5
