# R_AARCH64_MOVW_GOTOFF_G0: G + A - GOT, bits 15:0 of MOVZ, or of MOVN its complement where that is negative, -0x10000 to 0xffff, G the symbol's slot and GOT the start of the table: one more than fits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -dummy-extern=e4=0x222225550 -map-section=movw_gotoff_g0_over.o,.text=0x234567ff0 -map-section=movw_gotoff_g0_over.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_MOVW_GOTOFF_G0 to e1: 0x10007 does not fit signed 17
	.globl	e1, e2, e3, e4
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_GOTOFF_G0, e1 + 0x10007
	movz	x11, #0, lsl #0
	.long	0xa5a5a5a5
