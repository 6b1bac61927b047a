# R_AARCH64_TLSLD_MOVW_G1: G + A - GOT, bits 31:16 of MOVZ, or of MOVN its complement where that is negative, -0x100000000 to 0xffffffff, G a pair: the object's module and 0: one more than fits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsld_movw_g1_over.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsld_movw_g1_over.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_TLSLD_MOVW_G1 to own: 0x100000007 does not fit signed 33
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
one:	.reloc	., R_AARCH64_TLSLD_MOVW_G1, own + 0x100000007
	movz	x11, #0, lsl #16
	.long	0xa5a5a5a5
