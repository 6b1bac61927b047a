# R_AARCH64_LD_PREL_LO19: S + A - P, -0x100000 to 0xffffc, of LDR (literal).
# llvm: no bits above 11 are lost
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ld_prel_lo19.o,.text=0x234567ff0 -map-section=ld_prel_lo19.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222224 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ld_prel_lo19.o,.text=0x234567ff0 -map-section=ld_prel_lo19.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_LD_PREL_LO19 to ext: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221c -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ld_prel_lo19.o,.text=0x234567ff0 -map-section=ld_prel_lo19.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_LD_PREL_LO19 to ext: -0x100004 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222222 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ld_prel_lo19.o,.text=0x234567ff0 -map-section=ld_prel_lo19.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_LD_PREL_LO19 to ext: 0xffffe is no multiple of 4
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LD_PREL_LO19, ext + 0x12445dd0
	ldr	x3, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_LD_PREL_LO19, ext + 0x12245ddc
	ldr	x3, #0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_LD_PREL_LO19, ext + 0x12445d61
	.long	0x58000003
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x587fffe3a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x58800003a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x587ffbe3a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(ld_prel_lo19.o, .got)) = slot
