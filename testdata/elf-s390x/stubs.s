# RuntimeDyld's stubs: lgrl %r1,.+8; br %r1; the symbol's address, which R_390_GOTENT refers to. Every R_390_PLT32DBL has one in its section, for a symbol and an
# addend; distances that need none: R_390_PLT16DBL, PC32DBL. What code refers to in data: R_390_64, PC64, PC32.
# layout: runtimedyld other stubs
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -check=%s %o
	.globl	ext, f, data, h
	.text
	.p2align 3
f:	brasl	%r14, ext@PLT
	lgrl	%r2, ext@GOT
here:	brasl	%r14, f@PLT
there:	brasl	%r14, local@PLT
entry:	lgrl	%r3, data@GOT
own:	lgrl	%r3, local@GOT
near:	bras	%r14, local@PLT
word:	larl	%r4, data
	br	%r14
local:	br	%r14
	.section .text.other,"ax"
h:	brasl	%r14, f@PLT
	br	%r14
	.data
data:	.quad	f + 6
	.quad	ext - .
	.long	f - .

# rtdyld-check: *{8}(stub_addr(stubs.o/.text, ext)) = 0xc4180000000407f1
# rtdyld-check: *{8}(stub_addr(stubs.o/.text, ext) + 8) = ext
# rtdyld-check: decode_operand(f, 1) = stub_addr(stubs.o/.text, ext) - f
# rtdyld-check: decode_operand(f + 6, 1) = stub_addr(stubs.o/.text, ext) - f + 2
# rtdyld-check: decode_operand(here, 1) = stub_addr(stubs.o/.text, f) - here
# rtdyld-check: *{8}(stub_addr(stubs.o/.text, f) + 8) = f
# rtdyld-check: decode_operand(entry, 1) = stub_addr(stubs.o/.text, data) - entry + 8
# rtdyld-check: *{8}(stub_addr(stubs.o/.text, data) + 8) = data
# rtdyld-check: decode_operand(own, 1) + own = decode_operand(there, 1) + there + 8
# rtdyld-check: *{8}(decode_operand(own, 1) + own) = local
# rtdyld-check: decode_operand(near, 1) = local - near
# rtdyld-check: decode_operand(word, 1) = data - word
# rtdyld-check: decode_operand(h, 1) = stub_addr(stubs.o/.text.other, f) - h
# rtdyld-check: *{8}(stub_addr(stubs.o/.text.other, f) + 8) = f
# rtdyld-check: *{8}data = f + 6
# rtdyld-check: *{8}(data + 8) = ext - data - 8
# rtdyld-check: *{4}(data + 16) = (f - data - 16)[31:0]
