# R_AARCH64_LD64_GOT_LO12_NC: G + A, bits 11:3 of LDR, G the symbol's slot: no multiple of 8.
# llvm: no it writes what is no multiple of 8
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=ld64_got_lo12_nc_odd.o,.text=0x234567ff0 -map-section=ld64_got_lo12_nc_odd.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_LD64_GOT_LO12_NC to e1: 0x23457a00c is no multiple of 8
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LD64_GOT_LO12_NC, e1 + 0x4
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
