# R_AARCH64_GOT_LD_PREL19: G + A - P, -0x100000 to 0xffffc, of LDR (literal), G the symbol's slot.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=got_ld_prel19.o,.text=0x234567ff0 -map-section=got_ld_prel19.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=got_ld_prel19.o,.text=0x234567ff0 -map-section=got_ld_prel19.o,.got=0x23457a010 %o
# ERR: .text+0x4: R_AARCH64_GOT_LD_PREL19 to e1: 0x100004 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=got_ld_prel19.o,.text=0x234567ff0 -map-section=got_ld_prel19.o,.got=0x23457a000 %o
# ERR: .text+0xc: R_AARCH64_GOT_LD_PREL19 to e2: -0x100008 does not fit signed 21
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_GOT_LD_PREL19, e1 + 0xedfe8
	ldr	x3, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_GOT_LD_PREL19, e2 - 0x112014
	ldr	x3, #0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_GOT_LD_PREL19, e3 + 0xedf69
	.long	0x58000003
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x587fffe3a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x58800003a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x587ffbe3a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(got_ld_prel19.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(got_ld_prel19.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(got_ld_prel19.o, .got) + 0x10) = e3
