# R_AARCH64_MOVW_UABS_G2: S + A, bits 47:32 of MOVZ and MOVK, 0 to 0xffffffffffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_uabs_g2.o,.text=0x234567ff0 -map-section=movw_uabs_g2.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222221 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_uabs_g2.o,.text=0x234567ff0 -map-section=movw_uabs_g2.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_MOVW_UABS_G2 to ext: 0x1000000000000 does not fit unsigned 48
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221f -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_uabs_g2.o,.text=0x234567ff0 -map-section=movw_uabs_g2.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_MOVW_UABS_G2 to ext: -0x1 does not fit unsigned 48
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_UABS_G2, ext + 0xfffddddddddf
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_UABS_G2, ext - 0x222222220
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd2dfffeba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xd2c0000ba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_uabs_g2.o, .got)) = slot
