# IMAGE_REL_ARM_ADDR32: S + A in 4 bytes, modulo 1<<32.
# llvm: no the addend to what is outside does not count
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0xfedcba98 \
# RUN:   -map-section=addr32.o,.data=0x30000000 -check=%s %o
	.globl	high, low, ext
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	.data
	field	plain, ext + 0x10
	field	over, high + 0x20
	field	under, low - 0x20

# rtdyld-check: *{8}(plain - 2) = 0xa5a5fedcbaa8a5a5
# rtdyld-check: *{8}(over - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a5fffffff0a5a5
