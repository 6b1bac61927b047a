# R_X86_64_PC64: S + A - P in 8 bytes, any value.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff12345678 \
# RUN:   -map-section=pc64.o,.data=0xffffffff80000000 -map-section=pc64.o,.text=0x1000 -check=%s %o
	.macro	field name, value
	.quad	0xa5a5a5a5a5a5a5a5
\name:	.reloc	., R_X86_64_PC64, \value
	.quad	0
	.endm
	.globl	ext
	.text
	.zero	0x10
fun:	ret
	.data
	.byte	0
	field	plus, ext + 0x123456789
	field	minus, ext - 8
	field	code, fun
	field	here, here - 0x8000000000000000
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}plus = ext - plus + 0x123456789
# rtdyld-check: *{8}plus = 0x8000b579bdf8
# rtdyld-check: *{8}minus = ext - minus - 8
# rtdyld-check: *{8}code = fun - code
# rtdyld-check: *{8}here = 0x8000000000000000
# rtdyld-check: *{8}(plus - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(plus + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(here + 8) = 0xa5a5a5a5a5a5a5a5
