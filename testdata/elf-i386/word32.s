# R_386_32: S + A in 4 bytes, modulo 1<<32.
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0xfedcba98 \
# RUN:   -map-section=word32.o,.text=0x20000000 -map-section=word32.o,.data=0x30000000 -check=%s %o
	.globl	high, low, ext, var
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.text
insn:	movl	$ext, %eax
load:	movl	var+4, %ecx
	.byte	0x8b, 0x05		# looks like a load through a slot
like:	.reloc	., R_386_32, ext
	.long	8
	.data
	field	plain, 32, ext, 0x10
	field	over, 32, high, 0x20
	field	under, 32, low, -0x20
	field	inner, 32, var, 4
var:	.zero	0x10

# rtdyld-check: *{8}(plain - 2) = 0xa5a5fedcbaa8a5a5
# rtdyld-check: *{8}(over - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a5fffffff0a5a5
# rtdyld-check: *{4}inner = var + 4
# rtdyld-check: *{4}inner = 0x30000024
# rtdyld-check: *{4}(insn + 1) = ext
# rtdyld-check: *{4}(load + 2) = var + 4
# rtdyld-check: *{4}like = ext + 8
