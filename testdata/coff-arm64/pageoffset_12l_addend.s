# IMAGE_REL_ARM64_PAGEOFFSET_12L with an addend, which counts units, too; in an ADD bytes.
# TYPE: .add 7
# llvm: no it takes the addend for bytes
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcdee0 -map-section=pageoffset_12l_addend.o,.text=0x234567ff0 \
# RUN:   -check=%s %o
	.globl	ext
	.text
	.long	0xa5a5a5a5
b1:	ldrb	w7, [x8, :lo12:ext + 0x17]
	.long	0xa5a5a5a5
h1:	ldrh	w7, [x8, :lo12:ext + 0x16]
	.long	0xa5a5a5a5
w1:	ldr	w7, [x8, :lo12:ext + 0x14]
	.long	0xa5a5a5a5
x1:	str	x7, [x8, :lo12:ext + 0x18]
	.long	0xa5a5a5a5
q1:	ldr	q7, [x8, :lo12:ext + 0x30]
	.long	0xa5a5a5a5
q2:	ldr	q7, [x8, :lo12:ext + 0x140]
	.long	0xa5a5a5a5
	.section .add,"dw"
	.long	0xa5a5a5a5
sum:	.long	ext + 0x91048cc5
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(b1 - 4) = 0x397bdd07a5a5a5a5
# rtdyld-check: *{4}(b1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(h1 - 4) = 0x795ded07a5a5a5a5
# rtdyld-check: *{4}(h1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(w1 - 4) = 0xb94ef507a5a5a5a5
# rtdyld-check: *{4}(w1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(x1 - 4) = 0xf9077d07a5a5a5a5
# rtdyld-check: *{4}(x1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(q1 - 4) = 0x3dc3c507a5a5a5a5
# rtdyld-check: *{4}(q1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(q2 - 4) = 0x3dc00907a5a5a5a5
# rtdyld-check: *{4}(q2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(sum - 4) = 0x91000cc5a5a5a5a5
# rtdyld-check: *{4}(sum + 4) = 0xa5a5a5a5
