# IMAGE_REL_ARM_SECREL: one more than fits.
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc %o
# ERR: .data+0x4: IMAGE_REL_ARM_SECREL to code: 0x80000000 does not fit signed 32
	.text
	.quad	0xbf00bf00bf00bf00
	.globl	code
code:	.short	0x4770
	.data
	.long	0
	.secrel32 code + 0x7ffffff8
