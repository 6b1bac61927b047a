# IMAGE_REL_ARM_ADDR32NB: below the image's base.
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc %o
# ERR: .data+0x2: IMAGE_REL_ARM_ADDR32NB to start:
	.text
	.globl	start
start:	bx	lr
	.data
	.short	0
	.rva	start - 0x80000000
	.long	0
