# R_X86_64_SIZE32 with an addend that makes it less than nothing.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %o
# ERR: .data+0x2: R_X86_64_SIZE32 to small: -0x1 does not fit unsigned 32
	.data
	.short	0xa5a5
	.reloc	., R_X86_64_SIZE32, small - 9
	.long	0
	.globl	small
	.type	small, @object
	.size	small, 8
small:	.quad	0
