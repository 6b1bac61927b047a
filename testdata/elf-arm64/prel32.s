# R_AARCH64_PREL32: S + A - P in 4 bytes, -0x80000000 to 0xffffffff.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel32.o,.text=0x234567ff0 -map-section=prel32.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222221 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel32.o,.text=0x234567ff0 -map-section=prel32.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_PREL32 to ext: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221f -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel32.o,.text=0x234567ff0 -map-section=prel32.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_PREL32 to ext: -0x80000001 does not fit 32 bits
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_PREL32, ext + 0x112345dd3
	.long	0x11111111
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_PREL32, ext - 0x6dcba224
	.long	0x11111111
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_PREL32, ext + 0x112345d64
	.long	0x11111111
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xffffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0xffffff7fa5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(prel32.o, .got)) = slot
