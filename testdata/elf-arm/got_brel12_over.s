# R_ARM_GOT_BREL12 to a slot that is too far from the start of the table.
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ext1=0x12345678 -dummy-extern=ext2=0x23456789 %o
# ERR: .text+0x4: R_ARM_GOT_BREL12 to ext2: 0x1003 does not fit 12 bits and a sign
	.globl	ext1, ext2
	.text
	.reloc	., R_ARM_GOT_BREL12, ext1
	.long	0xe5965000
	.reloc	., R_ARM_GOT_BREL12, ext2
	.long	0xe5965fff
