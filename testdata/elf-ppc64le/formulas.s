# The formulas that LLVM's RuntimeDyld has for 64-bit PowerPC, with its bytes: whole and halved addresses and distances, the halves of 64 bits, and branches
# of a section to itself.
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=low=0x12345678 -map-section=formulas.o,.text=0x10000000 -map-section=formulas.o,.data=0x2001cff0 -check=%s %o
	.globl	ext, low
	.text
a:	lis	3, there@h
ha:	lis	3, there@ha
lo:	addi	3, 3, there@l
ds:	ld	3, there@l(3)
h64:	lis	4, ext@highest
h48:	ori	4, 4, ext@higher
h32:	oris	4, 4, ext@high
h16:	ori	4, 4, ext@l
a64:	lis	5, ext@highesta
a48:	lis	5, ext@highera
a32:	lis	5, there@higha
cond:	bc	4, 2, a
call:	bl	a
	blr
	.data
	.zero	8
there:	.quad	ext + 8
long:	.long	low
far:	.quad	there - .
near:	.long	there - .
sect:	.quad	.text

# rtdyld-check: *{4}a = there[31:16] + 0x3c600000
# rtdyld-check: *{4}ha = (there + 0x8000)[31:16] + 0x3c600000
# rtdyld-check: *{4}lo = there[15:0] + 0x38630000
# rtdyld-check: *{4}ds = there[15:0] + 0xe8630000
# rtdyld-check: *{4}h64 = ext[63:48] + 0x3c800000
# rtdyld-check: *{4}h48 = ext[47:32] + 0x60840000
# rtdyld-check: *{4}h32 = ext[31:16] + 0x64840000
# rtdyld-check: *{4}h16 = ext[15:0] + 0x60840000
# rtdyld-check: *{4}a64 = (ext + 0x8000)[63:48] + 0x3ca00000
# rtdyld-check: *{4}a48 = (ext + 0x8000)[47:32] + 0x3ca00000
# rtdyld-check: *{4}a32 = (there + 0x8000)[31:16] + 0x3ca00000
# rtdyld-check: *{4}cond = (a - cond)[15:0] + 0x40820000
# rtdyld-check: *{4}call = (a - call)[25:0] + 0x48000001
# rtdyld-check: decode_operand(ha, 1) = (there + 0x8000)[31:16]
# rtdyld-check: *{8}there = ext + 8
# rtdyld-check: *{4}long = low
# rtdyld-check: *{8}far = there - far
# rtdyld-check: *{4}near = (there - near)[31:0]
# rtdyld-check: *{8}sect = section_addr(formulas.o, .text)
