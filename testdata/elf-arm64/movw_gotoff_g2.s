# R_AARCH64_MOVW_GOTOFF_G2: G + A - GOT, bits 47:32 of MOVZ, or of MOVN its complement where that is negative, -0x1000000000000 to 0xffffffffffff, G the symbol's slot and GOT the start of the table.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -dummy-extern=e4=0x222225550 -map-section=movw_gotoff_g2.o,.text=0x234567ff0 -map-section=movw_gotoff_g2.o,.got=0x23457a008 -check=%s %o
	.globl	e1, e2, e3, e4
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_GOTOFF_G2, e1 + 0xffffffffffff
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_GOTOFF_G2, e2 - 0x1000000000008
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_MOVW_GOTOFF_G2, e3 - 0x11
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
four:	.reloc	., R_AARCH64_MOVW_GOTOFF_G2, e4 - 0x18
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd2dfffeba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x92dfffeba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x92c0000ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0xd2c0000ba5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_gotoff_g2.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(movw_gotoff_g2.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(movw_gotoff_g2.o, .got) + 0x10) = e3
# rtdyld-check: *{8}(section_addr(movw_gotoff_g2.o, .got) + 0x18) = e4
