# IMAGE_REL_ARM64_SECREL: one less than fits.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc %o
# ERR: .data+0x4: IMAGE_REL_ARM64_SECREL to code: -0x1 does not fit unsigned 32
	.text
	.quad	0
	.quad	0
	.globl	code
code:	ret
	.data
	.long	0xa5a5a5a5
	.secrel32 code + 0xffffffef
