# IMAGE_REL_ARM64_ABSOLUTE: nothing is written, whatever symbol and field are.
# TYPE: .absolute 0
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x7fff12345678 -check=%s %o
	.globl	ext
	.comm	common, 8
	.section .absolute,"dw"
	.quad	0xa5a5a5a5a5a5a5a5
absolute:	.quad	ext + 0x1122334455667788
size:	.quad	common + 0x11
local:	.quad	absolute + 0x11
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(absolute - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}absolute = 0x1122334455667788
# rtdyld-check: *{8}local = 0x11
# rtdyld-check: *{8}size = 0x11
# rtdyld-check: *{8}(absolute + 0x18) = 0xa5a5a5a5a5a5a5a5
