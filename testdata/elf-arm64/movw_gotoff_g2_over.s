# R_AARCH64_MOVW_GOTOFF_G2: G + A - GOT, bits 47:32 of MOVZ, or of MOVN its complement where that is negative, -0x1000000000000 to 0xffffffffffff, G the symbol's slot and GOT the start of the table: one more than fits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -dummy-extern=e4=0x222225550 -map-section=movw_gotoff_g2_over.o,.text=0x234567ff0 -map-section=movw_gotoff_g2_over.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_MOVW_GOTOFF_G2 to e1: 0x1000000000007 does not fit signed 49
	.globl	e1, e2, e3, e4
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_GOTOFF_G2, e1 + 0x1000000000007
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
