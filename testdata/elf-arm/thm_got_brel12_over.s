# R_ARM_THM_GOT_BREL12 to a slot that is too far from the start of the table.
# TYPE: R_ARM_ME_TOO 131
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ext1=0x12345678 -dummy-extern=ext2=0x23456789 %o
# ERR: .text+0x4: R_ARM_THM_GOT_BREL12 to ext2: 0x1003 does not fit unsigned 12
	.globl	ext1, ext2
	.text
	.reloc	., R_ARM_ME_TOO, ext1
	.long	0x5000f8d6
	.reloc	., R_ARM_ME_TOO, ext2
	.long	0x5ffff8d6
