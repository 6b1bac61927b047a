# R_ARM_THM_MOVW_ABS_NC, R_ARM_THM_MOVT_ABS, R_ARM_THM_MOVW_PREL_NC, R_ARM_THM_MOVT_PREL: halves of S + A and S + A - P in Thumb code.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 -dummy-extern=fun=0x1234cdef \
# RUN:   -dummy-extern=mid=0x5678fffe -dummy-extern=carry_thm_movw_abs_nc_s=0x1234ffff -dummy-extern=ones_thm_movw_abs_nc_s=0x1234ffff \
# RUN:   -dummy-extern=zeros_thm_movw_abs_nc_s=0x12350000 -dummy-extern=carry_thm_movt_abs_s=0x1234ffff -dummy-extern=ones_thm_movt_abs_s=0x1234ffff \
# RUN:   -dummy-extern=zeros_thm_movt_abs_s=0x12350000 -dummy-extern=carry_thm_movw_prel_nc_s=0x1236007f \
# RUN:   -dummy-extern=ones_thm_movw_prel_nc_s=0x12360087 -dummy-extern=zeros_thm_movw_prel_nc_s=0x12360090 \
# RUN:   -dummy-extern=carry_thm_movt_prel_s=0x123600b9 -dummy-extern=ones_thm_movt_prel_s=0x123600c1 -dummy-extern=zeros_thm_movt_prel_s=0x123600ca \
# RUN:   -map-section=thm_movw.o,.text=0x10008 -check=%s %o
	.syntax	unified
	.globl	low, high, fun, mid, carry_thm_movw_abs_nc_s, ones_thm_movw_abs_nc_s, zeros_thm_movw_abs_nc_s, carry_thm_movt_abs_s, ones_thm_movt_abs_s, zeros_thm_movt_abs_s, carry_thm_movw_prel_nc_s, ones_thm_movw_prel_nc_s, zeros_thm_movw_prel_nc_s, carry_thm_movt_prel_s, ones_thm_movt_prel_s, zeros_thm_movt_prel_s
	.weak	null
	.text
	.long	0xa5a5a5a5
carry_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, carry_thm_movw_abs_nc_s	@ movw r7, #0x1
	.long	0x701f240
	.long	0xa5a5a5a5
ones_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, ones_thm_movw_abs_nc_s	@ movw r7, #0x0
	.long	0x700f240
	.long	0xa5a5a5a5
zeros_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, zeros_thm_movw_abs_nc_s	@ movw r7, #0x0
	.long	0x700f240
	.long	0xa5a5a5a5
	.short	0xa5a5
up_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, mid	@ movw r5, #0x7fff
	.long	0x75fff647
	.long	0xa5a5a5a5
down_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, fun	@ movw r5, #0x8000
	.long	0x500f248
	.long	0xa5a5a5a5
plain_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, high	@ movw r5, #0x0
	.long	0x500f240
	.long	0xa5a5a5a5
far_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, low	@ movw r5, #0xfff0
	.long	0x75f0f64f
	.long	0xa5a5a5a5
carry_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, carry_thm_movt_abs_s	@ movt r7, #0x1
	.long	0x701f2c0
	.long	0xa5a5a5a5
ones_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, ones_thm_movt_abs_s	@ movt r7, #0x0
	.long	0x700f2c0
	.long	0xa5a5a5a5
zeros_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, zeros_thm_movt_abs_s	@ movt r7, #0x0
	.long	0x700f2c0
	.long	0xa5a5a5a5
	.short	0xa5a5
up_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, mid	@ movt r12, #0x7fff
	.long	0x7cfff6c7
	.long	0xa5a5a5a5
down_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, fun	@ movt r12, #0x8000
	.long	0xc00f2c8
	.long	0xa5a5a5a5
plain_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, high	@ movt r12, #0x0
	.long	0xc00f2c0
	.long	0xa5a5a5a5
far_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, low	@ movt r12, #0xfff0
	.long	0x7cf0f6cf
	.long	0xa5a5a5a5
carry_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, carry_thm_movw_prel_nc_s	@ movw r7, #0x1
	.long	0x701f240
	.long	0xa5a5a5a5
ones_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, ones_thm_movw_prel_nc_s	@ movw r7, #0x0
	.long	0x700f240
	.long	0xa5a5a5a5
zeros_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, zeros_thm_movw_prel_nc_s	@ movw r7, #0x0
	.long	0x700f240
	.long	0xa5a5a5a5
	.short	0xa5a5
up_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, mid	@ movw r5, #0x7fff
	.long	0x75fff647
	.long	0xa5a5a5a5
down_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, fun	@ movw r5, #0x8000
	.long	0x500f248
	.long	0xa5a5a5a5
plain_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, high	@ movw r5, #0x0
	.long	0x500f240
	.long	0xa5a5a5a5
far_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, low	@ movw r5, #0x123
	.long	0x1523f240
	.long	0xa5a5a5a5
carry_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, carry_thm_movt_prel_s	@ movt r7, #0x1
	.long	0x701f2c0
	.long	0xa5a5a5a5
ones_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, ones_thm_movt_prel_s	@ movt r7, #0x0
	.long	0x700f2c0
	.long	0xa5a5a5a5
zeros_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, zeros_thm_movt_prel_s	@ movt r7, #0x0
	.long	0x700f2c0
	.long	0xa5a5a5a5
	.short	0xa5a5
up_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, mid	@ movt r12, #0x7fff
	.long	0x7cfff6c7
	.long	0xa5a5a5a5
down_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, fun	@ movt r12, #0x8000
	.long	0xc00f2c8
	.long	0xa5a5a5a5
plain_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, high	@ movt r12, #0x0
	.long	0xc00f2c0
	.long	0xa5a5a5a5
far_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, low	@ movt r12, #0x123
	.long	0x1c23f2c0
	.long	0xa5a5a5a5
null_thm_movw_abs_nc:	.reloc	., R_ARM_THM_MOVW_ABS_NC, null	@ movw r7, #0
	.long	0x700f240
	.long	0xa5a5a5a5
null_thm_movt_abs:	.reloc	., R_ARM_THM_MOVT_ABS, null	@ movt r7, #0
	.long	0x700f2c0
	.long	0xa5a5a5a5
null_thm_movw_prel_nc:	.reloc	., R_ARM_THM_MOVW_PREL_NC, null	@ movw r7, #0
	.long	0x700f240
	.long	0xa5a5a5a5
null_thm_movt_prel:	.reloc	., R_ARM_THM_MOVT_PREL, null	@ movt r7, #0
	.long	0x700f2c0
	.long	0xa5a5a5a5

# rtdyld-check: *{4}carry_thm_movw_abs_nc = 0x700f240
# rtdyld-check: *{4}(carry_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_thm_movw_abs_nc = 0x77fff64f
# rtdyld-check: *{4}(ones_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_thm_movw_abs_nc = 0x700f240
# rtdyld-check: *{4}(zeros_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_thm_movw_abs_nc = 0x75fdf647
# rtdyld-check: *{4}(up_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_thm_movw_abs_nc = 0x55eff644
# rtdyld-check: *{4}(down_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_thm_movw_abs_nc = 0x75f0f64f
# rtdyld-check: *{4}(plain_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_thm_movw_abs_nc = 0x500f240
# rtdyld-check: *{4}(far_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_thm_movt_abs = 0x2735f2c1
# rtdyld-check: *{4}(carry_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_thm_movt_abs = 0x2734f2c1
# rtdyld-check: *{4}(ones_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_thm_movt_abs = 0x2735f2c1
# rtdyld-check: *{4}(zeros_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_thm_movt_abs = 0x6c79f2c5
# rtdyld-check: *{4}(up_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_thm_movt_abs = 0x2c34f2c1
# rtdyld-check: *{4}(down_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_thm_movt_abs = 0x7cfff6cf
# rtdyld-check: *{4}(plain_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_thm_movt_abs = 0xc00f2c0
# rtdyld-check: *{4}(far_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_thm_movw_prel_nc = 0x700f240
# rtdyld-check: *{4}(carry_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_thm_movw_prel_nc = 0x77fff64f
# rtdyld-check: *{4}(ones_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_thm_movw_prel_nc = 0x700f240
# rtdyld-check: *{4}(zeros_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_thm_movw_prel_nc = 0x7563f647
# rtdyld-check: *{4}(up_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_thm_movw_prel_nc = 0x554df644
# rtdyld-check: *{4}(down_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_thm_movw_prel_nc = 0x7546f64f
# rtdyld-check: *{4}(plain_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_thm_movw_prel_nc = 0x581f240
# rtdyld-check: *{4}(far_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}carry_thm_movt_prel = 0x2735f2c1
# rtdyld-check: *{4}(carry_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(carry_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ones_thm_movt_prel = 0x2734f2c1
# rtdyld-check: *{4}(ones_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}zeros_thm_movt_prel = 0x2735f2c1
# rtdyld-check: *{4}(zeros_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(zeros_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up_thm_movt_prel = 0x6c78f2c5
# rtdyld-check: *{4}(up_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(up_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}down_thm_movt_prel = 0x2c33f2c1
# rtdyld-check: *{4}(down_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(down_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_thm_movt_prel = 0x7cfef6cf
# rtdyld-check: *{4}(plain_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_thm_movt_prel = 0x7cfff6cf
# rtdyld-check: *{4}(far_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_thm_movt_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_thm_movw_abs_nc = 0x700f240
# rtdyld-check: *{4}(null_thm_movw_abs_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_thm_movw_abs_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_thm_movt_abs = 0x700f2c0
# rtdyld-check: *{4}(null_thm_movt_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_thm_movt_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_thm_movw_prel_nc = 0x67fcf64f
# rtdyld-check: *{4}(null_thm_movw_prel_nc - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_thm_movw_prel_nc + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_thm_movt_prel = 0x77fef6cf
# rtdyld-check: *{4}(null_thm_movt_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_thm_movt_prel + 4) = 0xa5a5a5a5
