# R_386_PC32: S + A - P in 4 bytes, modulo 1<<32; the field ends its instruction or does not.
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0x90001234 \
# RUN:   -map-section=pc32.o,.text=0x1000 -map-section=pc32.o,.data=0xf0000000 -check=%s %o
	.globl	high, low, ext, var
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.text
call:	.byte	0xe8
	.reloc	., R_386_PC32, ext
	.long	-4
	field	over, PC32, high, 0x7fffffff
	field	plain, PC32, ext
	.data
	field	under, PC32, low, -0x7fffffff
	field	inner, PC32, var, 8
var:	.zero	8

# rtdyld-check: *{4}(call + 1) = ext - call - 5
# rtdyld-check: *{4}over = (high - over + 0x7fffffff)[31:0]
# rtdyld-check: *{4}over = 0x7fffefe8
# rtdyld-check: *{2}(over - 2) = 0xa5a5
# rtdyld-check: *{2}(over + 4) = 0xa5a5
# rtdyld-check: *{4}plain = 0x90000225
# rtdyld-check: *{4}under = 0x9000000f
# rtdyld-check: *{4}inner = var - inner + 8
