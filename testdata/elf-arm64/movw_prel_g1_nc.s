# R_AARCH64_MOVW_PREL_G1_NC: S + A - P, bits 31:16 of MOVK.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_prel_g1_nc.o,.text=0x234567ff0 -map-section=movw_prel_g1_nc.o,.got=0x23457a008 -check=%s %o
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_PREL_G1_NC, ext + 0x5edcba9888895dd3
	movk	x11, #0, lsl #16
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_PREL_G1_NC, ext + 0x5edcba9908885ddc
	movk	x11, #0, lsl #16
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_MOVW_PREL_G1_NC, ext - 0x612345677777a20c
	movk	x11, #0, lsl #16
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_MOVW_PREL_G1_NC, ext + 0x5edcba9888885dec
	.long	0xf2a0000b
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf2aeca8ba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf2beca8ba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf2aeca8ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0xf2aeca6ba5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_prel_g1_nc.o, .got)) = slot
