# R_AARCH64_MOVW_PREL_G3: S + A - P, bits 63:48 of MOVZ, or of MOVN its complement where that is negative. MOVK, as HWASan
# tags addresses, stays.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_prel_g3.o,.text=0x234567ff0 -map-section=movw_prel_g3.o,.got=0x23457a008 -check=%s %o
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_PREL_G3, ext + 0x5edd000012345dd3
	movn	x11, #0, lsl #48
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_PREL_G3, ext - 0xfffffffedcba224
	movn	x11, #0, lsl #48
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_MOVW_PREL_G3, ext + 0x7edc000012345de4
	movn	x11, #0, lsl #48
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_MOVW_PREL_G3, ext + 0x5edc000012345dec
	.long	0x92e0000b
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5
tag:	.reloc	., R_AARCH64_MOVW_PREL_G3, ext + 0x9000000100000000
	movk	x1, #0, lsl #48
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd2ebdb8ba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x92e1ffeba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xd2efdb8ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0xd2ebdb6ba5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_prel_g3.o, .got)) = slot
# rtdyld-check: *{8}(tag - 4) = 0xf2f20001a5a5a5a5
# rtdyld-check: *{4}(tag + 4) = 0xa5a5a5a5
