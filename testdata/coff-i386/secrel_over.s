# IMAGE_REL_I386_SECREL: one more than fits.
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu %o
# ERR: .data+0x4: IMAGE_REL_I386_SECREL to code: 0x80000000 does not fit signed 32
	.text
	.quad	0x9090909090909090
	.globl	code
code:	.byte	0xc3
	.data
	.long	0
	.secrel32 code + 0x7ffffff8
