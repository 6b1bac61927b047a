# R_AARCH64_GOTREL32: S + A - GOT in 4 bytes, -0x80000000 to 0x7fffffff, GOT the start of the table.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=gotrel32.o,.text=0x234567ff0 -map-section=gotrel32.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222221 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=gotrel32.o,.text=0x234567ff0 -map-section=gotrel32.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_GOTREL32 to ext: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x22222221f -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=gotrel32.o,.text=0x234567ff0 -map-section=gotrel32.o,.got=0x23457a008 %o
# ERR: .text+0xc: R_AARCH64_GOTREL32 to ext: -0x80000001 does not fit signed 32
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_GOTREL32, ext + 0x92357de7
	.long	0x11111111
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_GOTREL32, ext - 0x6dca8218
	.long	0x11111111
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x7fffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(gotrel32.o, .got)) = slot
