# R_X86_64_SIZE32 of what is too large.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %o
# ERR: .data+0x2: R_X86_64_SIZE32 to large: 0x100000000 does not fit unsigned 32
	.data
	.short	0xa5a5
	.reloc	., R_X86_64_SIZE32, large + 1
	.long	0
	.globl	large
	.type	large, @object
	.size	large, 0xffffffff
large:	.quad	0
