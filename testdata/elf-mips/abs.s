# o32. R_MIPS_32: S + A. R_MIPS_HI16 and LO16: the halves of S + A, the lower one signed; the high one's A is whole with that of the next R_MIPS_LO16 for the symbol, which several
# may have in common. R_MIPS_PC32: S + A - P. R_MIPS_26: bits 27:2 of S + A in the 256 MiB of the delay slot; R_MIPS_PC16: S + A - P, -0x20000 to 0x1fffc; A is -4.
# layout: default RuntimeDyld has a stub for every R_MIPS_26
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -dummy-extern=ext=0x7fff8000 -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=rel=0xfffffff0 \
# RUN:   -map-section=abs.o,.text=0x1ffffff0 -map-section=abs.o,.text.far=0x2fffff00 -map-section=abs.o,.near=0x20020000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -dummy-extern=ext=0x7fff8000 -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=rel=0x100 \
# RUN:   -map-section=abs.o,.text=0xf0000000 -map-section=abs.o,.text.far=0xffffff00 -map-section=abs.o,.near=0xf0010000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -dummy-extern=ext=0x7fff8000 -dummy-extern=more=0x12345678 -dummy-extern=out=0xfffffff0 -dummy-extern=rel=0x100 \
# RUN:   -map-section=abs.o,.text=0x20000000 -map-section=abs.o,.text.far=0x2fffff00 -map-section=abs.o,.near=0x2002ffe0 %o
# ERR: .text+0x3c: R_MIPS_PC16 to .near: 0x2ff94 does not fit signed 18
	.globl	ext, more, out, rel
	.set	noreorder
	.text
	.long	0xa5a5a5a5
pair:	lui	$4, %hi(ext)
	addiu	$4, $4, %lo(ext)
two:	lui	$4, %hi(more + 0x12348000)
	lui	$5, %hi(more + 0x12348000)
	addiu	$4, $4, %lo(more + 0x12348000)
	addiu	$4, $4, %lo(more + 0x12348000)
edge:	lui	$4, %hi(more + 0x12342987)
	addiu	$4, $4, %lo(more + 0x12342987)
	lui	$4, %hi(more + 0x12342988)
	addiu	$4, $4, %lo(more + 0x12342988)
here:	lui	$4, %hi(pair - 0x4)
	lw	$4, %lo(pair - 0x4)($4)
jump:	jal	there + 8
	nop
near:	beq	$4, $5, label - 0x10
	nop
word:	.long	out + 0x18
	.long	out - 0x20
	.long	more + 0x11111111
	.byte	0xa5
pc:	.4byte	rel + 4 - .
	.byte	0xa5
	.balign	4
	.long	0xa5a5a5a5
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
# rtdyld-check: *{4}(two + 4) = 0x3c050000 + (more + 0x12348000 + 0x8000)[31:16]
# rtdyld-check: *{4}(two + 8) = 0x24840000 + (more + 0x12348000)[15:0]
# rtdyld-check: *{4}edge = 0x3c042468
# rtdyld-check: *{4}(edge + 8) = 0x3c042469
# rtdyld-check: *{4}here = 0x3c040000 + (pair - 4 + 0x8000)[31:16]
# rtdyld-check: *{4}(here + 4) = 0x8c840000 + (pair - 4)[15:0]
# rtdyld-check: *{4}jump = 0xc000000 + (there + 8)[27:2]
# rtdyld-check: *{4}near = 0x10850000 + (label - 0x10 - near - 4)[17:2]
# rtdyld-check: *{4}word = (out + 0x18)[31:0]
# rtdyld-check: *{4}(word + 4) = out - 0x20
# rtdyld-check: *{4}(word + 8) = more + 0x11111111
# rtdyld-check: *{4}pc = (rel + 4 - pc)[31:0]
# rtdyld-check: *{1}(pc + 4) = 0xa5
# rtdyld-check: *{1}(pc - 1) = 0xa5
