# IMAGE_REL_ARM64_SECREL_HIGH12A: S + A less the start of the section of S, 0 to 0xffffff, bits 23:12 of ADD, whose addend counts 4 KiB.
# TYPE: .add 10
# llvm: no unsupported relocation type
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=low=0x123 -map-section=secrel_high12a.o,.bss=0x300000ff0 \
# RUN:   -map-section=secrel_high12a.o,.text=0x234567ff0 -check=%s %o
# One more, and one less; of what is in no section the start is 0:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=low=0x1000000 -map-section=secrel_high12a.o,.bss=0x300000ff0 \
# RUN:   -map-section=secrel_high12a.o,.text=0x234567ff0 %o
# ERR: .text+0x14: IMAGE_REL_ARM64_SECREL_HIGH12A to low: 0x1000000 does not fit unsigned 24
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=low=0xfffffffffffffffe -map-section=secrel_high12a.o,.bss=0x300000ff0 \
# RUN:   -map-section=secrel_high12a.o,.text=0x234567ff0 %o
# ERR: .text+0x14: IMAGE_REL_ARM64_SECREL_HIGH12A to low: -0x2 does not fit unsigned 24
	.bss
first:	.zero	0x123450
	.globl	var
var:	.zero	0x10
	.text
	.long	0xa5a5a5a5
one:	add	x5, x6, :secrel_hi12:var
	.long	0xa5a5a5a5
zero:	add	x5, x6, :secrel_hi12:first
	.long	0xa5a5a5a5
null:	add	x5, x6, :secrel_hi12:low
	.long	0xa5a5a5a5
	.section .add,"dw"
	.long	0xa5a5a5a5
two:	.long	var + 0x917b70c5
	.long	0xa5a5a5a5
three:	.long	first + 0x916004c5
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x91448cc5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(zero - 4) = 0x914000c5a5a5a5a5
# rtdyld-check: *{4}(zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(null - 4) = 0x914000c5a5a5a5a5
# rtdyld-check: *{4}(null + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x917ffcc5a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x916004c5a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
