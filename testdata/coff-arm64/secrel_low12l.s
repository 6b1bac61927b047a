# IMAGE_REL_ARM64_SECREL_LOW12L: S + A less the start of the section of S, bits 11:0 of a load or store, in units of its size.
# TYPE: .add 11
# llvm: no unsupported relocation type
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=low=0x120 -map-section=secrel_low12l.o,.bss=0x300000ff0 \
# RUN:   -map-section=secrel_low12l.o,.text=0x234567ff0 -check=%s %o
# No multiple of the size:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=low=0x124 -map-section=secrel_low12l.o,.bss=0x300000ff0 \
# RUN:   -map-section=secrel_low12l.o,.text=0x234567ff0 %o
# ERR: .text+0x54: IMAGE_REL_ARM64_SECREL_LOW12L to low: 0x124 is no multiple of 8
	.bss
first:	.zero	0x123450
	.globl	var
var:	.zero	0x10
	.text
	.long	0xa5a5a5a5
b1:	ldrb	w7, [x8, :secrel_lo12:var]
	.long	0xa5a5a5a5
b2:	ldrb	w7, [x8, :secrel_lo12:var + 0x111]
	.long	0xa5a5a5a5
h1:	ldrh	w7, [x8, :secrel_lo12:var]
	.long	0xa5a5a5a5
h2:	ldrh	w7, [x8, :secrel_lo12:var + 0x112]
	.long	0xa5a5a5a5
w1:	ldr	w7, [x8, :secrel_lo12:var]
	.long	0xa5a5a5a5
w2:	ldr	w7, [x8, :secrel_lo12:var + 0x114]
	.long	0xa5a5a5a5
x1:	str	x7, [x8, :secrel_lo12:var]
	.long	0xa5a5a5a5
x2:	str	x7, [x8, :secrel_lo12:var + 0x118]
	.long	0xa5a5a5a5
q1:	ldr	q7, [x8, :secrel_lo12:var]
	.long	0xa5a5a5a5
q2:	ldr	q7, [x8, :secrel_lo12:var + 0x120]
	.long	0xa5a5a5a5
low1:	str	x7, [x8, :secrel_lo12:low]
	.long	0xa5a5a5a5
	.section .add,"dw"
	.long	0xa5a5a5a5
sum:	.long	var + 0x91048cc5
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(b1 - 4) = 0x39514107a5a5a5a5
# rtdyld-check: *{4}(b1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(b2 - 4) = 0x39558507a5a5a5a5
# rtdyld-check: *{4}(b2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(h1 - 4) = 0x7948a107a5a5a5a5
# rtdyld-check: *{4}(h1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(h2 - 4) = 0x794ac507a5a5a5a5
# rtdyld-check: *{4}(h2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(w1 - 4) = 0xb9445107a5a5a5a5
# rtdyld-check: *{4}(w1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(w2 - 4) = 0xb9456507a5a5a5a5
# rtdyld-check: *{4}(w2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(x1 - 4) = 0xf9022907a5a5a5a5
# rtdyld-check: *{4}(x1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(x2 - 4) = 0xf902b507a5a5a5a5
# rtdyld-check: *{4}(x2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(q1 - 4) = 0x3dc11507a5a5a5a5
# rtdyld-check: *{4}(q1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(q2 - 4) = 0x3dc15d07a5a5a5a5
# rtdyld-check: *{4}(q2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(low1 - 4) = 0xf9009107a5a5a5a5
# rtdyld-check: *{4}(low1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(sum - 4) = 0x9115ccc5a5a5a5a5
# rtdyld-check: *{4}(sum + 4) = 0xa5a5a5a5
