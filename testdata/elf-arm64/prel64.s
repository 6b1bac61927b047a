# R_AARCH64_PREL64: S + A - P in 8 bytes.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel64.o,.text=0x234567ff0 -map-section=prel64.o,.got=0x23457a008 -check=%s %o
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_PREL64, ext + 0x12345678acf13cc5
	.quad	0x1111111111111111
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_PREL64, ext + 0x12345dde
	.quad	0x1111111111111111
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_PREL64, ext + 0x12345678acf13c5e
	.quad	0x1111111111111111
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}one = 0x123456789abcdef1
# rtdyld-check: *{4}(one - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(one + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}two = 0xfffffffffffffffe
# rtdyld-check: *{4}(two - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(two + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}odd = 0x123456789abcde71
# rtdyld-check: *{4}(odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(odd + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(prel64.o, .got)) = slot
