# R_AARCH64_ADR_GOT_PAGE: page(G + A) - page(P), -0x100000000 to 0xfffff000, of ADRP, G the symbol's slot.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=adr_got_page.o,.text=0x234567ff0 -map-section=adr_got_page.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=adr_got_page.o,.text=0x234567ff0 -map-section=adr_got_page.o,.got=0x23457b008 %o
# ERR: .text+0x4: R_AARCH64_ADR_GOT_PAGE to e1: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=adr_got_page.o,.text=0x234567ff0 -map-section=adr_got_page.o,.got=0x234579008 %o
# ERR: .text+0xc: R_AARCH64_ADR_GOT_PAGE to e2: -0x100001000 does not fit signed 33
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_ADR_GOT_PAGE, e1 + 0xfffec120
	adrp	x21, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_ADR_GOT_PAGE, e2 - 0x100012dc5
	adrp	x21, #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_ADR_GOT_PAGE, e3 - 0x10caa
	adrp	x21, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb0000015a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(adr_got_page.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(adr_got_page.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(adr_got_page.o, .got) + 0x10) = e3
