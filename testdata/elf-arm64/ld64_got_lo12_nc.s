# R_AARCH64_LD64_GOT_LO12_NC: G + A, bits 11:3 of LDR, G the symbol's slot.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=ld64_got_lo12_nc.o,.text=0x234567ff0 -map-section=ld64_got_lo12_nc.o,.got=0x23457a008 -check=%s %o
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LD64_GOT_LO12_NC, e1 + 0x1234567666653fe8
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_LD64_GOT_LO12_NC, e2 - 0x234573010
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_LD64_GOT_LO12_NC, e3 - 0x23457a020
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf947f907a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf9400107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf947fd07a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(ld64_got_lo12_nc.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(ld64_got_lo12_nc.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(ld64_got_lo12_nc.o, .got) + 0x10) = e3
