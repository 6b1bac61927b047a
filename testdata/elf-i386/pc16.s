# R_386_PC16 and R_386_PC8: S + A - P in 2 bytes and in 1, signed.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=up16=0x20008001 -dummy-extern=down16=0x1fff801a -dummy-extern=up8=0x20000091 -dummy-extern=down8=0x1fffffaa \
# RUN:   -map-section=pc16.o,.data=0x20000000 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=up16=0x20008002 -dummy-extern=down16=0x1fff801a -dummy-extern=up8=0x20000091 -dummy-extern=down8=0x1fffffaa \
# RUN:   -map-section=pc16.o,.data=0x20000000 %o
# ERR: .data+0x9: R_386_PC16 to up16: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=up16=0x20008001 -dummy-extern=down16=0x1fff8019 -dummy-extern=up8=0x20000091 -dummy-extern=down8=0x1fffffaa \
# RUN:   -map-section=pc16.o,.data=0x20000000 %o
# ERR: .data+0x13: R_386_PC16 to down16: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=up16=0x20008001 -dummy-extern=down16=0x1fff801a -dummy-extern=up8=0x20000092 -dummy-extern=down8=0x1fffffaa \
# RUN:   -map-section=pc16.o,.data=0x20000000 %o
# ERR: .data+0x1d: R_386_PC8 to up8: 0x80 does not fit signed 8
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=up16=0x20008001 -dummy-extern=down16=0x1fff801a -dummy-extern=up8=0x20000091 -dummy-extern=down8=0x1fffffa9 \
# RUN:   -map-section=pc16.o,.data=0x20000000 %o
# ERR: .data+0x26: R_386_PC8 to down8: -0x81 does not fit signed 8
	.globl	up16, down16, up8, down8
	.data
	.byte	0xa5			# so that no field is at a multiple of 4
	.macro	field name, type, symbol, word, addend
	.quad	0xa5a5a5a5a5a5a5a5
\name:	.reloc	., R_386_\type, \symbol
	\word	\addend
	.endm
	field	most, PC16, up16, .short, 7
	field	least, PC16, down16, .short, -7
	field	most8, PC8, up8, .byte, 0xb
	field	least8, PC8, down8, .byte, -4
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(most - 6) = 0x7fffa5a5a5a5a5a5
# rtdyld-check: *{8}(most + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}least = 0x8000
# rtdyld-check: *{8}(least + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}most8 = 0x7f
# rtdyld-check: *{8}(most8 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}least8 = 0x80
# rtdyld-check: *{8}(least8 + 1) = 0xa5a5a5a5a5a5a5a5
