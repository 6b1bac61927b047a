# IMAGE_REL_ARM_ABSOLUTE: nothing is written, whatever symbol and field are.
# TYPE: .none 0
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=ext=0x12345678 -check=%s %o
	.globl	ext
	.comm	common, 8
	.section .none,"dw"
	.quad	0xa5a5a5a5a5a5a5a5
none:	.long	ext + 0x11223344
size:	.long	common + 0x11
local:	.long	none + 0x11
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(none - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}none = 0x11223344
# rtdyld-check: *{4}size = 0x11
# rtdyld-check: *{4}local = 0x11
# rtdyld-check: *{8}(local + 4) = 0xa5a5a5a5a5a5a5a5
