# IMAGE_REL_ARM_REL32: S + A - (P + 4) in 4 bytes, modulo 1<<32.
# llvm: no it has no such type
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0x90001234 \
# RUN:   -map-section=rel32.o,.text=0x1000 -map-section=rel32.o,.data=0xf0000000 -check=%s %o
	.globl	high, low, ext
	.text
	.byte	0xa5
	.short	0xa5a5
over:	.long	high - . + 0x7ffffff0
	.short	0xa5a5
	.short	0xa5a5
plain:	.long	ext - .
	.short	0xa5a5
	.data
	.short	0xa5a5
under:	.long	low - . - 0x7fffffff
	.short	0xa5a5

# rtdyld-check: *{4}over = (high - over + 0x7ffffff0)[31:0]
# rtdyld-check: *{2}(over - 2) = 0xa5a5
# rtdyld-check: *{2}(over + 4) = 0xa5a5
# rtdyld-check: *{4}plain = ext - plain
# rtdyld-check: *{4}under = (low - under - 0x7fffffff)[31:0]
# rtdyld-check: *{2}(under + 4) = 0xa5a5
