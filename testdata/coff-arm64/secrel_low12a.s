# IMAGE_REL_ARM64_SECREL_LOW12A: S + A less the start of the section of S, bits 11:0 of ADD.
# TYPE: .load 9
# llvm: no unsupported relocation type
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=secrel_low12a.o,.bss=0x300000ff0 \
# RUN:   -map-section=secrel_low12a.o,.text=0x234567ff0 -check=%s %o
	.bss
first:	.zero	0x123450
	.globl	var
var:	.zero	0x10
	.text
	.long	0xa5a5a5a5
one:	add	x5, x6, :secrel_lo12:var
	.long	0xa5a5a5a5
two:	add	x5, x6, :secrel_lo12:var + 0x123
	.long	0xa5a5a5a5
carry:	add	x5, x6, :secrel_lo12:var + 0xfff
	.long	0xa5a5a5a5
zero:	add	x5, x6, :secrel_lo12:first
	.long	0xa5a5a5a5
	.section .load,"dw"
	.long	0xa5a5a5a5
load:	.long	var + 0xf9048d07
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x911140c5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x9115ccc5a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(carry - 4) = 0x91113cc5a5a5a5a5
# rtdyld-check: *{4}(carry + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(zero - 4) = 0x910000c5a5a5a5a5
# rtdyld-check: *{4}(zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xf915cd07a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
