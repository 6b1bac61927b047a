# R_X86_64_64: S + A in 8 bytes, any value; what the field held does not count.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0xfedcba9876543210 \
# RUN:   -map-section=word64.o,.text=0x7fff80001000 -map-section=word64.o,.data=0xffffffff80000000 -check=%s %o
	.macro	field name, value
	.quad	0xa5a5a5a5a5a5a5a5
\name:	.reloc	., R_X86_64_64, \value
	.quad	0x1111111111111111
	.endm
	.globl	ext
	.text
	.zero	0x10
fun:	ret
	.data
	field	plain, ext
	field	plus, ext + 0x123456789
	field	minus, ext - 8
	field	wrap, ext + 0x123456789abcdf0
	field	code, fun + 0x20
	field	here, here
	field	none, 0x4000000000
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}plain = ext
# rtdyld-check: *{8}plus = 0xfedcba9999999999
# rtdyld-check: *{8}minus = ext - 8
# rtdyld-check: *{8}wrap = 0
# rtdyld-check: *{8}code = 0x7fff80001030
# rtdyld-check: *{8}here = 0xffffffff80000058
# rtdyld-check: *{8}none = 0x4000000000
# rtdyld-check: *{8}(plain - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(plain + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(none + 8) = 0xa5a5a5a5a5a5a5a5
