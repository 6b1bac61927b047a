# IMAGE_REL_ARM64_ADDR64: S + A in 8 bytes.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x7fff12345678 -dummy-extern=low=0x10 \
# RUN:   -map-section=addr64.o,.data=0x200000000 -check=%s %o
	.globl	ext, low, var
	.macro	field name, value
	.short	0xa5a5
\name:	.quad	\value
	.short	0xa5a5
	.endm
	.data
	field	plain, ext + 0x123456789
	field	under, low - 0x20
	field	inner, var + 8
	.globl	var
var:	.zero	8

# rtdyld-check: *{8}plain = 0x80003579be01
# rtdyld-check: *{2}(plain - 2) = 0xa5a5
# rtdyld-check: *{2}(plain + 8) = 0xa5a5
# rtdyld-check: *{8}under = 0xfffffffffffffff0
# rtdyld-check: *{8}inner = var + 8
