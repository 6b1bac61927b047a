# R_AARCH64_PREL16: S + A - P in 2 bytes, -0x8000 to 0xffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel16.o,.text=0x234567ff0 -map-section=prel16.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222221 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel16.o,.text=0x234567ff0 -map-section=prel16.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_PREL16 to ext: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221f -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=prel16.o,.text=0x234567ff0 -map-section=prel16.o,.got=0x23457a008 %o
# ERR: .text+0xa: R_AARCH64_PREL16 to ext: -0x8001 does not fit 16 bits
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_PREL16, ext + 0x12355dd3
	.short	0x1111
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_PREL16, ext + 0x1233ddda
	.short	0x1111
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_PREL16, ext + 0x12355d60
	.short	0x1111
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xa5a5ffffa5a5a5a5
# rtdyld-check: *{4}(one + 2) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xa5a58000a5a5a5a5
# rtdyld-check: *{4}(two + 2) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0xa5a5ff7fa5a5a5a5
# rtdyld-check: *{4}(odd + 2) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(prel16.o, .got)) = slot
