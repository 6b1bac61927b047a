# R_AARCH64_ADR_PREL_LO21: S + A - P, -0x100000 to 0xfffff, of ADR.
# llvm: no bits above 11 are lost
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_lo21.o,.text=0x234567ff0 -map-section=adr_prel_lo21.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222221 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_lo21.o,.text=0x234567ff0 -map-section=adr_prel_lo21.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_ADR_PREL_LO21 to ext: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221f -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_lo21.o,.text=0x234567ff0 -map-section=adr_prel_lo21.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_ADR_PREL_LO21 to ext: -0x100001 does not fit signed 21
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_ADR_PREL_LO21, ext + 0x12445dd3
	adr	x17, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_ADR_PREL_LO21, ext + 0x12245ddc
	adr	x17, #0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_ADR_PREL_LO21, ext + 0x12445d64
	.long	0x10000011
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x707ffff1a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x10800011a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x707ffbf1a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(adr_prel_lo21.o, .got)) = slot
# rtdyld-check: decode_operand(one, 1) = ext + 0x12445dd3 - one
# rtdyld-check: decode_operand(two, 1) = ext + 0x12245ddc - two
