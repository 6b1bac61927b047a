# R_AARCH64_LD64_GOTPAGE_LO15: G + A - page(GOT), bits 14:3 of LDR, 0 to 0x7ff8, G the symbol's slot and GOT the start of the table: one more than fits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=ld64_gotpage_lo15_over.o,.text=0x234567ff0 -map-section=ld64_gotpage_lo15_over.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_LD64_GOTPAGE_LO15 to e1: 0x8000 does not fit unsigned 15
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LD64_GOTPAGE_LO15, e1 + 0x7ff8
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
