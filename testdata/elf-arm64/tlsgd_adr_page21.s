# R_AARCH64_TLSGD_ADR_PAGE21: page(G + A) - page(P), -0x100000000 to 0xfffff000, of ADRP, G a pair: the thread-local's module and its offset in the module's block.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsgd_adr_page21.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsgd_adr_page21.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsgd_adr_page21.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsgd_adr_page21.o,.got=0x23457b008 %o
# ERR: .text+0x4: R_AARCH64_TLSGD_ADR_PAGE21 to own: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsgd_adr_page21.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsgd_adr_page21.o,.got=0x234579008 %o
# ERR: .text+0xc: R_AARCH64_TLSGD_ADR_PAGE21 to other: -0x100001000 does not fit signed 33
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @tls_object
	.size	own, 4
own:	.quad	0x1122334455667788
	.quad	0
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @tls_object
	.size	other, 8
other:	.zero	8
	.zero	8
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_TLSGD_ADR_PAGE21, own + 0xfffec120
	adrp	x21, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSGD_ADR_PAGE21, other - 0x100012dcd
	adrp	x21, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsgd_adr_page21.o, .got)) = 1
# rtdyld-check: *{8}(section_addr(tlsgd_adr_page21.o, .got) + 0x8) = 8
# rtdyld-check: *{8}(section_addr(tlsgd_adr_page21.o, .got) + 0x10) = 1
# rtdyld-check: *{8}(section_addr(tlsgd_adr_page21.o, .got) + 0x18) = 0x18
