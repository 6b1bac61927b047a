# R_AARCH64_ADR_PREL_PG_HI21: page(S + A) - page(P), -0x100000000 to 0xfffff000, of ADRP.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_pg_hi21.o,.text=0x234567ff0 -map-section=adr_prel_pg_hi21.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222223220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_pg_hi21.o,.text=0x234567ff0 -map-section=adr_prel_pg_hi21.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_ADR_PREL_PG_HI21 to ext: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222221220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=adr_prel_pg_hi21.o,.text=0x234567ff0 -map-section=adr_prel_pg_hi21.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_ADR_PREL_PG_HI21 to ext: -0x100001000 does not fit signed 33
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_ADR_PREL_PG_HI21, ext + 0x112343f08
	adrp	x21, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_ADR_PREL_PG_HI21, ext - 0xedcbafd5
	adrp	x21, #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_ADR_PREL_PG_HI21, ext + 0x1234714e
	adrp	x21, #0
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb0000015a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(adr_prel_pg_hi21.o, .got)) = slot
# rtdyld-check: decode_operand(one, 1) = (ext + 0x112343f08)[63:12] - one[63:12]
# rtdyld-check: decode_operand(two, 1) = (ext - 0xedcbafd5)[63:12] - two[63:12]
