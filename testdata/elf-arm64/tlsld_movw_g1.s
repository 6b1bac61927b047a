# R_AARCH64_TLSLD_MOVW_G1: G + A - GOT, bits 31:16 of MOVZ, or of MOVN its complement where that is negative, -0x100000000 to 0xffffffff, G a pair: the object's module and 0.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsld_movw_g1.o,.text=0x234567ff0 -map-section=tlsld_movw_g1.o,.got=0x23457a008 \
# RUN:   -check=%s %o
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
one:	.reloc	., R_AARCH64_TLSLD_MOVW_G1, own + 0xffffffff
	movz	x11, #0, lsl #16
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_MOVW_G1, own - 0x100000000
	movz	x11, #0, lsl #16
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLD_MOVW_G1, own - 0x1
	movz	x11, #0, lsl #16
	.long	0xa5a5a5a5
four:	.reloc	., R_AARCH64_TLSLD_MOVW_G1, own
	movz	x11, #0, lsl #16
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd2bfffeba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x92bfffeba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x92a0000ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0xd2a0000ba5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsld_movw_g1.o, .got)) = 1
# rtdyld-check: *{8}(section_addr(tlsld_movw_g1.o, .got) + 0x8) = 0
