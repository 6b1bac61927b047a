# R_AARCH64_LDST32_ABS_LO12_NC: S + A, bits 11:2 of a load or store of 32 bits.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ldst32_abs_lo12_nc.o,.text=0x234567ff0 -map-section=ldst32_abs_lo12_nc.o,.got=0x23457a008 -check=%s %o
# No multiple of 4:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222222 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=ldst32_abs_lo12_nc.o,.text=0x234567ff0 -map-section=ldst32_abs_lo12_nc.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_LDST32_ABS_LO12_NC to ext: 0x123456789abcdff2 is no multiple of 4
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LDST32_ABS_LO12_NC, ext + 0x12345676789abdd0
	ldr	w7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_LDST32_ABS_LO12_NC, ext - 0x22221b220
	ldr	w7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_LDST32_ABS_LO12_NC, ext - 0x222222224
	ldr	w7, [x8, #0]
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xb94ff107a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xb9400107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb94ffd07a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(ldst32_abs_lo12_nc.o, .got)) = slot
# rtdyld-check: decode_operand(one, 2) = (ext + 0x12345676789abdd0)[11:2]
