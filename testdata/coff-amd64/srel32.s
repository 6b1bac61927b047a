# IMAGE_REL_AMD64_SREL32 as GNU's assembler means it: S + A - (P + 8) in 8 bytes, for jump tables of -mcmodel=large.
# llvm: no it has no such type
# TYPE: .rdata 14
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=ext=0x7fff12345678 -dummy-extern=low=0x10 \
# RUN:   -map-section=srel32.o,.text=0x200000000 -map-section=srel32.o,.rdata=0x900000000 -check=%s %o
	.globl	ext, low
	.macro	field name, value
	.short	0xa5a5
\name:	.quad	\value
	.short	0xa5a5
	.endm
	.text
	nop
here:	nop
	.section .rdata,"dr"
	field	near, here + 8
	field	table, here + 0x18
	field	away, ext + 0x123456789
	field	under, low - 0x20

# rtdyld-check: *{8}near = section_addr(srel32.o, .text) + 1 - near
# rtdyld-check: *{8}table = section_addr(srel32.o, .text) + 1 + 0x10 - table
# rtdyld-check: *{8}away = ext + 0x123456789 - away - 8
# rtdyld-check: *{8}under = 0 - 0x10 - under - 8
# rtdyld-check: *{2}(near - 2) = 0xa5a5
# rtdyld-check: *{2}(under + 8) = 0xa5a5
