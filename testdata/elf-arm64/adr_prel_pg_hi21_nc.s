# R_AARCH64_ADR_PREL_PG_HI21_NC: page(S + A) - page(P) of ADRP, without a check.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_pg_hi21_nc.o,.text=0x234567ff0 -map-section=adr_prel_pg_hi21_nc.o,.got=0x23457a008 -check=%s %o
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_ADR_PREL_PG_HI21_NC, ext + 0x112343f08
	adrp	x21, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_ADR_PREL_PG_HI21_NC, ext - 0xedcbafd5
	adrp	x21, #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_ADR_PREL_PG_HI21_NC, ext + 0x123468acede0
	adrp	x21, #0
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb02b3c55a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(adr_prel_pg_hi21_nc.o, .got)) = slot
