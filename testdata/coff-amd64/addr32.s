# IMAGE_REL_AMD64_ADDR32: S + A in 4 bytes, -0x80000000 to 0x7fffffff: instructions extend it by its sign or by zeros.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=most=0x7ffffff0 -dummy-extern=least=0xffffffff80000010 -dummy-extern=zero=0x10 -map-section=addr32.o,.data=0x20000000 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=most=0x7ffffff1 -dummy-extern=least=0xffffffff80000010 -dummy-extern=zero=0x10 -map-section=addr32.o,.data=0x20000000 %o
# ERR: .data+0x2: IMAGE_REL_AMD64_ADDR32 to most: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=most=0x7ffffff0 -dummy-extern=least=0xffffffff8000000f -dummy-extern=zero=0x10 -map-section=addr32.o,.data=0x20000000 %o
# ERR: .data+0xa: IMAGE_REL_AMD64_ADDR32 to least: -0x80000001 does not fit signed 32
	.globl	most, least, zero, var
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	.data
	field	upper, most + 0xf
	field	lower, least - 0x10
	field	carry, zero - 8
	field	inner, var + 4
var:	.zero	8

# rtdyld-check: *{8}(upper - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{8}(lower - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{8}(carry - 2) = 0xa5a500000008a5a5
# rtdyld-check: *{4}inner = 0x20000024
