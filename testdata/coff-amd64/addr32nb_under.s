# IMAGE_REL_AMD64_ADDR32NB: below the image's base.
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu %o
# ERR: .data+0x2: IMAGE_REL_AMD64_ADDR32NB to start:
	.text
	.globl	start
start:	retq
	.data
	.short	0
	.long	start@IMGREL - 0x80000000
	.long	0
