# R_ARM_REL32: ((S + A) | T) - P in 4 bytes, modulo 1<<32; R_ARM_REL32_NOI without the bit of Thumb functions.
# R_ARM_ABS32_NOI: S + A; R_ARM_PLT32_ABS: (S + A) | T, the function itself.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 -dummy-extern=fun=0x12345679 \
# RUN:   -map-section=rel32.o,.data=0x7fff0002 -check=%s %o
	.syntax	unified
	.globl	low, high, fun
	.data
	.long	0xa5a5a5a5
over_rel32:	.reloc	., R_ARM_REL32, high	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
under_rel32:	.reloc	., R_ARM_REL32, low	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
plain_rel32:	.reloc	., R_ARM_REL32, fun	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
back_rel32:	.reloc	., R_ARM_REL32, fun	@ .word 0xfffff000
	.long	0xfffff000
	.long	0xa5a5a5a5
over_rel32_noi:	.reloc	., R_ARM_REL32_NOI, high	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
under_rel32_noi:	.reloc	., R_ARM_REL32_NOI, low	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
plain_rel32_noi:	.reloc	., R_ARM_REL32_NOI, fun	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
back_rel32_noi:	.reloc	., R_ARM_REL32_NOI, fun	@ .word 0xfffff000
	.long	0xfffff000
	.long	0xa5a5a5a5
over_abs32_noi:	.reloc	., R_ARM_ABS32_NOI, high	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
under_abs32_noi:	.reloc	., R_ARM_ABS32_NOI, low	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
plain_abs32_noi:	.reloc	., R_ARM_ABS32_NOI, fun	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
back_abs32_noi:	.reloc	., R_ARM_ABS32_NOI, fun	@ .word 0xfffff000
	.long	0xfffff000
	.long	0xa5a5a5a5
over_plt32_abs:	.reloc	., R_ARM_PLT32_ABS, high	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
under_plt32_abs:	.reloc	., R_ARM_PLT32_ABS, low	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
plain_plt32_abs:	.reloc	., R_ARM_PLT32_ABS, fun	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
back_plt32_abs:	.reloc	., R_ARM_PLT32_ABS, fun	@ .word 0xfffff000
	.long	0xfffff000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}over_rel32 = 0xffe9
# rtdyld-check: *{4}(over_rel32 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_rel32 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_rel32 = 0x10002
# rtdyld-check: *{4}(under_rel32 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_rel32 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_rel32 = 0x92355663
# rtdyld-check: *{4}(plain_rel32 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_rel32 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}back_rel32 = 0x9235465b
# rtdyld-check: *{4}(back_rel32 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(back_rel32 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_rel32_noi = 0xffc9
# rtdyld-check: *{4}(over_rel32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_rel32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_rel32_noi = 0xffe2
# rtdyld-check: *{4}(under_rel32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_rel32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_rel32_noi = 0x92355642
# rtdyld-check: *{4}(plain_rel32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_rel32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}back_rel32_noi = 0x9235463a
# rtdyld-check: *{4}(back_rel32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(back_rel32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_abs32_noi = 0x7fffffef
# rtdyld-check: *{4}(over_abs32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_abs32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_abs32_noi = 0x80000010
# rtdyld-check: *{4}(under_abs32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_abs32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_abs32_noi = 0x12345678
# rtdyld-check: *{4}(plain_abs32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_abs32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}back_abs32_noi = 0x12344678
# rtdyld-check: *{4}(back_abs32_noi - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(back_abs32_noi + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_plt32_abs = 0x7fffffef
# rtdyld-check: *{4}(over_plt32_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_plt32_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_plt32_abs = 0x80000010
# rtdyld-check: *{4}(under_plt32_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_plt32_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_plt32_abs = 0x12345679
# rtdyld-check: *{4}(plain_plt32_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_plt32_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}back_plt32_abs = 0x12344679
# rtdyld-check: *{4}(back_plt32_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(back_plt32_abs + 4) = 0xa5a5a5a5
