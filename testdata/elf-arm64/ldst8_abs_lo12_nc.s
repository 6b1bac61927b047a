# R_AARCH64_LDST8_ABS_LO12_NC: S + A, bits 11:0 of a load or store of 8 bits.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ldst8_abs_lo12_nc.o,.text=0x234567ff0 -map-section=ldst8_abs_lo12_nc.o,.got=0x23457a008 -check=%s %o
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LDST8_ABS_LO12_NC, ext + 0x12345676789abcd1
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_LDST8_ABS_LO12_NC, ext - 0x222222221
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_LDST8_ABS_LO12_NC, ext - 0x222221220
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x397bc507a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x397ffd07a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x39400107a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(ldst8_abs_lo12_nc.o, .got)) = slot
# rtdyld-check: decode_operand(one, 2) = (ext + 0x12345676789abcd1)[11:0]
