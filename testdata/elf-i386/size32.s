# R_386_SIZE32: Z + A in 4 bytes, modulo 1<<32; where the symbol is does not count.
# TYPE: R_386_COPY 38 R_386_SIZE32, for which the assembler has no name
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -map-section=size32.o,.data=0x30000000 -check=%s %o
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.data
	.globl	small, large
	field	plain, COPY, small
	field	carry, COPY, small, 0xfff0
	field	under, COPY, small, -0x31
	field	over, COPY, large, 0x7fffffff
	.type	small, @object
	.size	small, 0x30
small:	.zero	0x30
	.type	large, @object
	.size	large, 0xfffffff0
large:	.zero	0x10

# rtdyld-check: *{8}(plain - 2) = 0xa5a500000030a5a5
# rtdyld-check: *{8}(carry - 2) = 0xa5a500010020a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a5ffffffffa5a5
# rtdyld-check: *{8}(over - 2) = 0xa5a57fffffefa5a5
