# TRIPLE: mips64-linux-gnuabi64
# R_MIPS_32, 64: S + A. R_MIPS_HI16, LO16: the halves of S + A, the lower one signed; HIGHER, HIGHEST: bits 47:32 and 63:48 of it. R_MIPS_PC32: S + A - P.
# R_MIPS_26: bits 27:2 of S + A in the 256 MiB of the delay slot; R_MIPS_PC16: S + A - P, -0x20000 to 0x1fffc; A is -4.
# layout: default RuntimeDyld has a stub for every R_MIPS_26
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020030 %o
# ERR: .text+0x1c: R_MIPS_PC16 to .near: 0x20004 does not fit signed 18
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0xffe0030 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0xffe0020 %o
# ERR: .text+0x1c: R_MIPS_PC16 to .near: -0x2000c does not fit signed 18
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x20000000 -map-section=abs_64.o,.near=0x10020000 %o
# ERR: .text+0x14: R_MIPS_26 to .text.far: 0x2000000c does not fit 28 bits of 256 MiB
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff8000 -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 %o
# ERR: .text+0x4: R_MIPS_HI16 to ext: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0xffffffff7fff8000 -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0xffffffff7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 %o
# ERR: .text+0x4: R_MIPS_HI16 to ext: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff4 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 %o
# ERR: .text+0x24: R_MIPS_32 to out: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0x90000028 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 %o
# ERR: .text+0x2c: R_MIPS_PC32 to rel: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0xffffffff90000028 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x7fff7fff -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=high=0x123456789abcdef0 -dummy-extern=rel=0xffffffff90000027 \
# RUN:   -map-section=abs_64.o,.text=0x10000000 -map-section=abs_64.o,.text.far=0x1fffff00 -map-section=abs_64.o,.near=0x10020000 %o
# ERR: .text+0x2c: R_MIPS_PC32 to rel: -0x80000001 does not fit signed 32
	.globl	ext, more, out, rel, high
	.set	noreorder
	.text
	.long	0xa5a5a5a5
pair:	lui	$4, %hi(ext)
	addiu	$4, $4, %lo(ext)
two:	lui	$4, %hi(more + 0x12348000)
	addiu	$4, $4, %lo(more + 0x12348000)
jump:	jal	there + 8
	nop
near:	beq	$4, $5, label - 0x10
	nop
word:	.long	out + 0xc
	.long	out - 0x20
pc:	.long	rel + 4 - .
	.long	0xa5a5a5a5
quad:	.8byte	high - 4
up:	lui	$4, %highest(high + 0x80008000)
	daddiu	$4, $4, %higher(high + 0x80008000)
	lui	$4, %highest(high)
	daddiu	$4, $4, %higher(high)
upper:	daddiu	$4, $4, %higher(high - 0x1abd5ef1)
	daddiu	$4, $4, %higher(high - 0x1abd5ef0)
	lui	$4, %highest(high + 0x2986e542a10f)
	lui	$4, %highest(high + 0x2986e542a110)
	.long	0xa5a5a5a5
edge:	lui	$4, %hi(more + 0x12342987)
	lui	$4, %hi(more + 0x12342988)
	.byte	0xa5
odd:	.4byte	more + 4 - .
	.balign	4
	.section .text.far,"ax",@progbits
	nop
there:	nop
	.section .near,"ax",@progbits
	nop
label:	nop

# rtdyld-check: *{4}(pair - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pair = 0x3c040000 + (ext + 0x8000)[31:16]
# rtdyld-check: *{4}(pair + 4) = 0x24840000 + ext[15:0]
# rtdyld-check: *{4}two = 0x3c040000 + (more + 0x12348000 + 0x8000)[31:16]
# rtdyld-check: *{4}(two + 4) = 0x24840000 + (more + 0x12348000)[15:0]
# rtdyld-check: *{4}odd = (more + 4 - odd)[31:0]
# rtdyld-check: *{4}edge = 0x3c042468
# rtdyld-check: *{4}(edge + 4) = 0x3c042469
# rtdyld-check: *{4}jump = 0xc000000 + (there + 8)[27:2]
# rtdyld-check: *{4}near = 0x10850000 + (label - 0x10 - near - 4)[17:2]
# rtdyld-check: *{4}word = (out + 0xc)[31:0]
# rtdyld-check: *{4}(word + 4) = out - 0x20
# rtdyld-check: *{4}pc = (rel + 4 - pc)[31:0]
# rtdyld-check: *{4}(pc + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}quad = high - 4
# rtdyld-check: *{4}up = 0x3c040000 + ((high + 0x80008000 + 0x800080008000) >> 48)[15:0]
# rtdyld-check: *{4}(up + 4) = 0x64840000 + ((high + 0x80008000 + 0x80008000) >> 32)[15:0]
# rtdyld-check: *{4}(up + 8) = 0x3c040000 + ((high + 0x800080008000) >> 48)[15:0]
# rtdyld-check: *{4}(up + 12) = 0x64840000 + ((high + 0x80008000) >> 32)[15:0]
# rtdyld-check: *{4}upper = 0x64845678
# rtdyld-check: *{4}(upper + 4) = 0x64845679
# rtdyld-check: *{4}(upper + 8) = 0x3c041234
# rtdyld-check: *{4}(upper + 12) = 0x3c041235
# rtdyld-check: *{4}(up + 32) = 0xa5a5a5a5
