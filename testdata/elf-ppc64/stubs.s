# TRIPLE: powerpc64-linux-gnu
# RuntimeDyld's stubs, 44 bytes each: for names of others, for other sections, for symbols without a type; r2 is loaded behind such branches. Functions of the section are entered
# behind what sets r2.
# layout: runtimedyld other stubs
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -check=%s %o
	.abiversion 2
	.globl	f, g, ext, own, label
	.type	f, @function
	.type	g, @function
	.type	own, @function
	.text
f:	addis	2, 12, .TOC.-f@ha
	addi	2, 2, .TOC.-f@l
	.localentry f, .-f
call:	bl	ext
	nop
again:	bl	ext
	nop
here:	bl	own
	nop
there:	bl	g
	nop
blank:	bl	label
	nop
	blr
own:	addis	2, 12, .TOC.-own@ha
	addi	2, 2, .TOC.-own@l
	.localentry own, .-own
entry:	blr
label:	blr
	.section .text.other,"ax",@progbits
other:	b	ext
	.long	0
g:	blr

# rtdyld-check: decode_operand(call, 0) = (stub_addr(stubs.o/.text, ext) - call)[25:0] >> 2
# rtdyld-check: decode_operand(again, 0) = (stub_addr(stubs.o/.text, ext) - again)[25:0] >> 2
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext)) = 0x3d801234
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 4) = 0x618c5678
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 8) = 0x798c07c6
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 12) = 0x658c9abc
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 16) = 0x618cdef0
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 20) = 0xf8410018
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 24) = 0x7d8903a6
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 28) = 0x4e800420
# rtdyld-check: *{4}(call + 4) = 0xe8410018
# rtdyld-check: *{4}here = (entry - here)[25:0] + 0x48000001
# rtdyld-check: *{4}(here + 4) = 0x60000000
# rtdyld-check: *{4}there = (stub_addr(stubs.o/.text, g) - there)[25:0] + 0x48000001
# rtdyld-check: *{4}(there + 4) = 0xe8410018
# rtdyld-check: (*{4}(stub_addr(stubs.o/.text, g) + 16))[15:0] = g[15:0]
# rtdyld-check: *{4}blank = (stub_addr(stubs.o/.text, label) - blank)[25:0] + 0x48000001
# rtdyld-check: *{4}(blank + 4) = 0xe8410018
# rtdyld-check: *{4}other = (stub_addr(stubs.o/.text.other, ext) - other)[25:0] + 0x48000000
# rtdyld-check: *{4}(other + 4) = 0xe8410018
