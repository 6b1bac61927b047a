# R_386_PLT32 and R_386_32PLT: the function is reached directly, wherever it is; S + A - P and S + A in 4 bytes, modulo 1<<32. R_386_32PLT apart.
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0x90001234 \
# RUN:   -map-section=plt32.o,.text=0x1000 -map-section=plt32.o,.data=0xf0000000 -check=%s %o
	.globl	high, low, ext
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.text
call:	calll	ext@PLT
	field	over, PLT32, high, 0x7fffffff
	field	plain, PLT32, ext
inner:	calll	last@PLT
	.globl	last
last:	ret
	.data
	field	under, PLT32, low, -0x7fffffff

# rtdyld-check: *{4}(call + 1) = ext - call - 5
# rtdyld-check: *{4}over = (high - over + 0x7fffffff)[31:0]
# rtdyld-check: *{2}(over - 2) = 0xa5a5
# rtdyld-check: *{2}(over + 4) = 0xa5a5
# rtdyld-check: *{4}plain = ext - plain
# rtdyld-check: *{4}under = (low - under - 0x7fffffff)[31:0]
# rtdyld-check: *{4}(inner + 1) = 0
