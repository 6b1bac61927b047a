# R_386_16 and R_386_8: S + A in 2 bytes and in 1, signed or unsigned; a sum below 0 is negative though addresses have 32 bits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=e16=0xfff0 -dummy-extern=n16=0xffff8010 -dummy-extern=e8=0xf0 -dummy-extern=n8=0xffffff90 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=e16=0xfff1 -dummy-extern=n16=0xffff8010 -dummy-extern=e8=0xf0 -dummy-extern=n8=0xffffff90 %o
# ERR: .data+0x8: R_386_16 to e16: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=e16=0xfff0 -dummy-extern=n16=0xffff800f -dummy-extern=e8=0xf0 -dummy-extern=n8=0xffffff90 %o
# ERR: .data+0x12: R_386_16 to n16:
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=e16=0xfff0 -dummy-extern=n16=0xffff8010 -dummy-extern=e8=0xf1 -dummy-extern=n8=0xffffff90 %o
# ERR: .data+0x1c: R_386_8 to e8: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=e16=0xfff0 -dummy-extern=n16=0xffff8010 -dummy-extern=e8=0xf0 -dummy-extern=n8=0xffffff8f %o
# ERR: .data+0x25: R_386_8 to n8:
	.globl	e16, n16, e8, n8
	.data
	.macro	field name, type, symbol, word, addend
	.quad	0xa5a5a5a5a5a5a5a5
\name:	.reloc	., R_386_\type, \symbol
	\word	\addend
	.endm
	field	most, 16, e16, .short, 0xf
	field	least, 16, n16, .short, -0x10
	field	most8, 8, e8, .byte, 0xf
	field	least8, 8, n8, .byte, -0x10
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(most - 6) = 0xffffa5a5a5a5a5a5
# rtdyld-check: *{8}(most + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}least = 0x8000
# rtdyld-check: *{8}(least + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(most8 - 7) = 0xffa5a5a5a5a5a5a5
# rtdyld-check: *{8}(most8 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}least8 = 0x80
# rtdyld-check: *{8}(least8 + 1) = 0xa5a5a5a5a5a5a5a5
