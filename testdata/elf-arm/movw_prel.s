# R_ARM_MOVW_PREL_NC and R_ARM_MOVT_PREL: the lower and upper half of S + A - P.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 -dummy-extern=fun=0x1234cdef \
# RUN:   -dummy-extern=mid=0x5678fffe -dummy-extern=carry_movw_prel_nc_s=0x1236000b -dummy-extern=ones_movw_prel_nc_s=0x12360013 \
# RUN:   -dummy-extern=zeros_movw_prel_nc_s=0x1236001c -dummy-extern=carry_movt_prel_s=0x12360045 -dummy-extern=ones_movt_prel_s=0x1236004d \
# RUN:   -dummy-extern=zeros_movt_prel_s=0x12360056 -map-section=movw_prel.o,.text=0x10008 -check=%s %o
	.syntax	unified
	.globl	low, high, fun, mid, carry_movw_prel_nc_s, ones_movw_prel_nc_s, zeros_movw_prel_nc_s, carry_movt_prel_s, ones_movt_prel_s, zeros_movt_prel_s
	.weak	null
	.text
	.long	0xa5a5a5a5
carry_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, carry_movw_prel_nc_s	@ movw r7, #0x1
	.long	0xe3007001
	.long	0xa5a5a5a5
ones_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, ones_movw_prel_nc_s	@ movw r7, #0x0
	.long	0xe3007000
	.long	0xa5a5a5a5
zeros_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, zeros_movw_prel_nc_s	@ movw r7, #0x0
	.long	0xe3007000
	.long	0xa5a5a5a5
	.short	0xa5a5
up_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, mid	@ movw r5, #0x7fff
	.long	0xe3075fff
	.long	0xa5a5a5a5
down_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, fun	@ movw r5, #0x8000
	.long	0xe3085000
	.long	0xa5a5a5a5
plain_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, high	@ movw r5, #0x0
	.long	0xe3005000
	.long	0xa5a5a5a5
far_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, low	@ movw r5, #0x123
	.long	0xe3005123
	.long	0xa5a5a5a5
carry_movt_prel:	.reloc	., R_ARM_MOVT_PREL, carry_movt_prel_s	@ movt r7, #0x1
	.long	0xe3407001
	.long	0xa5a5a5a5
ones_movt_prel:	.reloc	., R_ARM_MOVT_PREL, ones_movt_prel_s	@ movt r7, #0x0
	.long	0xe3407000
	.long	0xa5a5a5a5
zeros_movt_prel:	.reloc	., R_ARM_MOVT_PREL, zeros_movt_prel_s	@ movt r7, #0x0
	.long	0xe3407000
	.long	0xa5a5a5a5
	.short	0xa5a5
up_movt_prel:	.reloc	., R_ARM_MOVT_PREL, mid	@ movt r12, #0x7fff
	.long	0xe347cfff
	.long	0xa5a5a5a5
down_movt_prel:	.reloc	., R_ARM_MOVT_PREL, fun	@ movt r12, #0x8000
	.long	0xe348c000
	.long	0xa5a5a5a5
plain_movt_prel:	.reloc	., R_ARM_MOVT_PREL, high	@ movt r12, #0x0
	.long	0xe340c000
	.long	0xa5a5a5a5
far_movt_prel:	.reloc	., R_ARM_MOVT_PREL, low	@ movt r12, #0x123
	.long	0xe340c123
	.long	0xa5a5a5a5
null_movw_prel_nc:	.reloc	., R_ARM_MOVW_PREL_NC, null	@ movw r7, #0
	.long	0xe3007000
	.long	0xa5a5a5a5
null_movt_prel:	.reloc	., R_ARM_MOVT_PREL, null	@ movt r7, #0
	.long	0xe3407000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}carry_movw_prel_nc = 0xe3007000
# rtdyld-check: *{4}(carry_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_movw_prel_nc = 0xe30f7fff
# rtdyld-check: *{4}(ones_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_movw_prel_nc = 0xe3007000
# rtdyld-check: *{4}(zeros_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_movw_prel_nc = 0xe3075fd7
# rtdyld-check: *{4}(up_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_movw_prel_nc = 0xe3045dc1
# rtdyld-check: *{4}(down_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_movw_prel_nc = 0xe30f5fba
# rtdyld-check: *{4}(plain_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_movw_prel_nc = 0xe30050f5
# rtdyld-check: *{4}(far_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_movt_prel = 0xe3417235
# rtdyld-check: *{4}(carry_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_movt_prel = 0xe3417234
# rtdyld-check: *{4}(ones_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_movt_prel = 0xe3417235
# rtdyld-check: *{4}(zeros_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_movt_prel = 0xe345c678
# rtdyld-check: *{4}(up_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_movt_prel = 0xe341c233
# rtdyld-check: *{4}(down_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_movt_prel = 0xe34fcffe
# rtdyld-check: *{4}(plain_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_movt_prel = 0xe34fcfff
# rtdyld-check: *{4}(far_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_movw_prel_nc = 0xe30f7f80
# rtdyld-check: *{4}(null_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_movt_prel = 0xe34f7ffe
# rtdyld-check: *{4}(null_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_movt_prel + 4) = 0xa5a5a5a5
