# IMAGE_REL_ARM64_ADDR32NB: below the image's base.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc %o
# ERR: .data+0x2: IMAGE_REL_ARM64_ADDR32NB to start:
	.text
	.globl	start
start:	ret
	.data
	.short	0
	.long	start@IMGREL - 0x80000000
	.long	0
