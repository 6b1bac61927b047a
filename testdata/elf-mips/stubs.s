# TRIPLE: mips-linux-gnu
# RuntimeDyld's stubs: lui, addiu, jr $t9. Every R_MIPS_26 has one, for a place and an addend, other branches lead to their symbols.
# layout: runtimedyld other stubs
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -dummy-extern=ext=0x1234fffc -dummy-extern=near=0x2000 -check=%s %o
	.globl	f, g, ext, near
	.set	noreorder
	.text
f:	jal	ext
	nop
here:	jal	f
	nop
there:	jal	g
	nop
pc:	b	near
	nop
	.section .text.other,"ax"
other:	jal	g
	nop
g:	jr	$31
	nop

# rtdyld-check: decode_operand(f, 0) = stub_addr(stubs.o/.text, ext)[27:0]
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext)) = 0x3c191235
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 4) = 0x2739fffc
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 8) = 0x03200008
# rtdyld-check: *{4}(stub_addr(stubs.o/.text, ext) + 12) = 0
# rtdyld-check: decode_operand(here, 0) = stub_addr(stubs.o/.text, f)[27:0]
# rtdyld-check: (*{4}(stub_addr(stubs.o/.text, f)))[15:0] = 0
# rtdyld-check: (*{4}(stub_addr(stubs.o/.text, f) + 4))[15:0] = f[15:0]
# rtdyld-check: decode_operand(pc, 2) = near - pc
# rtdyld-check: decode_operand(there, 0) = stub_addr(stubs.o/.text, g)[27:0]
# rtdyld-check: (*{4}(stub_addr(stubs.o/.text, g) + 4))[15:0] = g[15:0]
# rtdyld-check: decode_operand(other, 0) = stub_addr(stubs.o/.text.other, g)[27:0]
# rtdyld-check: (*{4}(stub_addr(stubs.o/.text.other, g) + 4))[15:0] = g[15:0]
