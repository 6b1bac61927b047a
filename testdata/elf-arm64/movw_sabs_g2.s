# R_AARCH64_MOVW_SABS_G2: S + A, bits 47:32 of MOVZ, or of MOVN its complement where that is negative, -0x1000000000000 to 0xffffffffffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_sabs_g2.o,.text=0x234567ff0 -map-section=movw_sabs_g2.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222221 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_sabs_g2.o,.text=0x234567ff0 -map-section=movw_sabs_g2.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_MOVW_SABS_G2 to ext: 0x1000000000000 does not fit signed 49
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221f -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_sabs_g2.o,.text=0x234567ff0 -map-section=movw_sabs_g2.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_MOVW_SABS_G2 to ext: -0x1000000000001 does not fit signed 49
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_SABS_G2, ext + 0xfffddddddddf
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_SABS_G2, ext - 0x1000222222220
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_MOVW_SABS_G2, ext - 0x222222221
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
four:	.reloc	., R_AARCH64_MOVW_SABS_G2, ext - 0x222222220
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd2dfffeba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x92dfffeba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x92c0000ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0xd2c0000ba5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_sabs_g2.o, .got)) = slot
