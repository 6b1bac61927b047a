# R_AARCH64_LD64_GOTOFF_LO15: G + A - GOT, bits 14:3 of LDR, 0 to 0x7ff8, G the symbol's slot and GOT the start of the table.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=ld64_gotoff_lo15.o,.text=0x234567ff0 -map-section=ld64_gotoff_lo15.o,.got=0x23457a008 -check=%s %o
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_LD64_GOTOFF_LO15, e1 + 0x7ff8
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_LD64_GOTOFF_LO15, e2 - 0x8
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_LD64_GOTOFF_LO15, e3 + 0x1220
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf97ffd07a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf9400107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf9491907a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(ld64_gotoff_lo15.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(ld64_gotoff_lo15.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(ld64_gotoff_lo15.o, .got) + 0x10) = e3
