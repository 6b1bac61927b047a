# A weak name that nobody defines: what counts from P is at P, as AAELF64 has it, and a branch goes on behind itself. What does not count from P is 0.
# layout: default RuntimeDyld has such names at address 0, and stubs for branches
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=weak_nowhere.o,.text=0x512345678ff0 -check=%s %o
	.weak	nowhere
	.text
	.globl	call
call:	bl	nowhere
jump:	b	nowhere
cond:	b.ne	nowhere
zero:	cbz	x3, nowhere
test:	tbnz	x9, #37, nowhere
adr:	adr	x1, nowhere
load:	ldr	x2, nowhere
page:	adrp	x4, nowhere
low:	add	x4, x4, :lo12:nowhere
behind:	bl	nowhere + 8
adr8:	adr	x1, nowhere - 8
page8:	adrp	x4, nowhere + 0x5010
low8:	add	x4, x4, :lo12:nowhere + 0x5010
move:	movz	x5, #:prel_g0:nowhere
move8:	movn	x5, #:prel_g1:nowhere - 8
	.data
	.p2align 3
	.globl	rel64
rel64:	.quad	nowhere - .
rel64a:	.quad	nowhere - . + 16
abs64:	.quad	nowhere
rel32:	.long	nowhere - .
rel32a:	.long	nowhere - . - 4
plt:	.long	nowhere@PLT - .
rel16:	.short	nowhere - .
	.short	0xa5a5
# rtdyld-check: *{4}call = 0x94000001
# rtdyld-check: *{4}jump = 0x14000001
# rtdyld-check: *{4}cond = 0x54000021
# rtdyld-check: *{4}zero = 0xb4000023
# rtdyld-check: *{4}test = 0xb7280029
# rtdyld-check: *{4}adr = 0x10000001
# rtdyld-check: *{4}load = 0x58000002
# rtdyld-check: *{4}page = 0x90000004
# rtdyld-check: *{4}low = 0x91000084
# rtdyld-check: *{4}behind = 0x94000003
# rtdyld-check: *{4}adr8 = 0x10ffffc1
# rtdyld-check: *{4}page8 = 0xb0000024
# rtdyld-check: *{4}low8 = 0x91004084
# rtdyld-check: *{4}move = 0xd2800005
# rtdyld-check: *{4}move8 = 0x92a00005
# rtdyld-check: *{8}rel64 = 0
# rtdyld-check: *{8}rel64a = 16
# rtdyld-check: *{8}abs64 = 0
# rtdyld-check: *{4}rel32 = 0
# rtdyld-check: *{4}rel32a = 0xfffffffc
# rtdyld-check: *{4}plt = 0
# rtdyld-check: *{2}rel16 = 0
# rtdyld-check: *{2}(rel16 + 2) = 0xa5a5
