# IMAGE_REL_AMD64_ABSOLUTE: nothing is written, whatever symbol and field are.
# TYPE: .none 0
# llvm: no it writes a 0 of 4 bytes
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=ext=0x7fff12345678 -check=%s %o
	.globl	ext
	.comm	common, 8
	.section .none,"dw"
	.quad	0xa5a5a5a5a5a5a5a5
none:	.quad	ext + 0x1122334455667788
size:	.quad	common + 0x11
local:	.quad	none + 0x11
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(none - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}none = 0x1122334455667788
# rtdyld-check: *{8}local = 0x11
# rtdyld-check: *{8}size = 0x11
# rtdyld-check: *{8}(none + 0x18) = 0xa5a5a5a5a5a5a5a5
