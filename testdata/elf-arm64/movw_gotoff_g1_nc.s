# R_AARCH64_MOVW_GOTOFF_G1_NC: G + A - GOT, bits 31:16 of MOVK, G the symbol's slot and GOT the start of the table.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=movw_gotoff_g1_nc.o,.text=0x234567ff0 -map-section=movw_gotoff_g1_nc.o,.got=0x23457a008 -check=%s %o
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_GOTOFF_G1_NC, e1 + 0x5edcba987654ffff
	movk	x11, #0, lsl #16
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_GOTOFF_G1_NC, e2 + 0x5edcba98f653fff8
	movk	x11, #0, lsl #16
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_MOVW_GOTOFF_G1_NC, e3 - 0x6123456789ac0000
	movk	x11, #0, lsl #16
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf2aeca8ba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf2beca8ba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf2aeca8ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_gotoff_g1_nc.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(movw_gotoff_g1_nc.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(movw_gotoff_g1_nc.o, .got) + 0x10) = e3
