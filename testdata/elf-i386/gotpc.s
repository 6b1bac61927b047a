# R_386_GOTPC: T + A - P in 4 bytes, modulo 1<<32, whatever the symbol.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=ext=0x1234 -map-section=gotpc.o,.data=0x1000 -map-section=gotpc.o,.got=0xffff0000 -check=%s %o
	.globl	ext
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.data
	field	over, GOTPC, ext, 0x7fffffff
	field	plain, GOTPC, ext

# rtdyld-check: *{8}(over - 2) = 0xa5a57ffeeffda5a5
# rtdyld-check: *{4}plain = section_addr(gotpc.o, .got) - plain
