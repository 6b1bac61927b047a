# R_386_GOTOFF and R_386_GOTPC: S + A - T and T + A - P in 4 bytes, modulo 1<<32.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0x1234 \
# RUN:   -map-section=gotoff.o,.text=0x10000 -map-section=gotoff.o,.data=0x30000 -map-section=gotoff.o,.got=0x20008 -check=%s %o
	.globl	high, low, ext
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.text
pc:	addl	$_GLOBAL_OFFSET_TABLE_, %ebx
load:	leal	var@GOTOFF+4(%ebx), %eax
	.byte	0x8b, 0x05
like:	.reloc	., R_386_GOTOFF, ext
	.long	0
	.data
	field	over, GOTOFF, high, 0x7fffffff
	field	under, GOTOFF, low, -0x7fffffff
	field	dpc, GOTPC, ext, 0x10
var:	.zero	8

# rtdyld-check: *{4}(pc + 2) = section_addr(gotoff.o, .got) - pc
# rtdyld-check: *{4}(pc + 2) = 0x10008
# rtdyld-check: *{4}(load + 2) = var - section_addr(gotoff.o, .got) + 4
# rtdyld-check: *{4}like = (ext - section_addr(gotoff.o, .got))[31:0]
# rtdyld-check: *{8}(over - 2) = 0xa5a57ffdffe7a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a57ffe0009a5a5
# rtdyld-check: *{4}dpc = (section_addr(gotoff.o, .got) - dpc + 0x10)[31:0]
# rtdyld-check: *{2}(dpc - 2) = 0xa5a5
# rtdyld-check: *{2}(dpc + 4) = 0xa5a5
