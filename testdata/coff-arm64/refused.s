# The relocation types that no linker can make sense of are refused, never skipped.
# TYPE: .data 12
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc %o
# ERR: .data+0x0: IMAGE_REL_ARM64_TOKEN to there: not supported
	.data
	.globl	there
	.long	there
there:	.long	0
