# TRIPLE: powerpc64-linux-gnu
# RuntimeDyld's stubs, 44 bytes each, which read descriptors: for names of others and for symbols without a type; r2 is loaded behind such branches. Functions
# of the object are entered by the code of their descriptors.
# layout: runtimedyld other stubs
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -check=%s %o
	.abiversion 1
	.globl	f, ext
	.section .opd,"aw",@progbits
	.balign	8
	.type	f, @function
f:	.quad	code, .TOC.@tocbase, 0
	.text
	.globl	code
code:	nop
call:	bl	ext
	nop
here:	bl	f
	nop
	blr

# rtdyld-check: decode_operand(call, 0) = (stub_addr(stubs.o/.text, ext) - call)[25:0] >> 2
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext)) = 0x3d801234
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 4) = 0x618c5678
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 8) = 0x798c07c6
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 12) = 0x658c9abc
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 16) = 0x618cdef0
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 20) = 0xf8410028
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 24) = 0xe96c0000
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 28) = 0xe84c0008
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 32) = 0x7d6903a6
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 36) = 0xe96c0010
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 40) = 0x4e800420
# rtdyld-check: *{4}(call + 4) = 0xe8410028
# rtdyld-check: *{4}here = (code - here)[25:0] + 0x48000001
# rtdyld-check: *{4}(here + 4) = 0x60000000
