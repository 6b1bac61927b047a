# IMAGE_REL_I386_DIR32NB: below the image's base.
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu %o
# ERR: .data+0x2: IMAGE_REL_I386_DIR32NB to start:
	.text
	.globl	start
start:	retl
	.data
	.short	0
	.long	start@IMGREL - 0x80000000
	.long	0
