# IMAGE_REL_ARM_SECREL: S + A less the start of the section of S, in 4 bytes, modulo 1<<32.
# llvm: no it writes two bytes
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=secrel.o,.text=0x20000000 -map-section=secrel.o,.data=0x30000000 -check=%s %o
	.macro	field name, value
	.short	0xa5a5
\name:	.secrel32 \value
	.short	0xa5a5
	.endm
	.text
first:	.quad	0xbf00bf00bf00bf00
	.quad	0xbf00bf00bf00bf00
	.globl	code
code:	.short	0x4770
	.data
	field	plain, code
	field	own, own + 4
	field	carry, code + 0xfffffff8
	field	upper, code + 0x7fffffef
	field	lower, first + 0x80000000
	field	under, first + 0xffffffe0

# rtdyld-check: *{8}(plain - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(own - 2) = 0xa5a50000000ea5a5
# rtdyld-check: *{8}(carry - 2) = 0xa5a500000008a5a5
# rtdyld-check: *{8}(upper - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{8}(lower - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a5ffffffe0a5a5
