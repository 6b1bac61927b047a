# R_AARCH64_GOTPCREL32: G + A - P in 4 bytes, -0x80000000 to 0x7fffffff, G the symbol's slot.
# TYPE: R_AARCH64_COPY 315
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=gotpcrel32.o,.text=0x234567ff0 -map-section=gotpcrel32.o,.got=0x23457a008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=gotpcrel32.o,.text=0x234567ff0 -map-section=gotpcrel32.o,.got=0x23457a010 %o
# ERR: .text+0x4: R_AARCH64_GOTPCREL32 to e1: 0x80000007 does not fit signed 32
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=e1=0x222222220 -dummy-extern=e2=0x222223330 -dummy-extern=e3=0x222224440 \
# RUN:   -map-section=gotpcrel32.o,.text=0x234567ff0 -map-section=gotpcrel32.o,.got=0x23457a000 %o
# ERR: .text+0xc: R_AARCH64_GOTPCREL32 to e2: -0x80000008 does not fit signed 32
	.globl	e1, e2, e3
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_COPY, e1 + 0x7ffedfeb
	.long	0x11111111
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_COPY, e2 - 0x80012014
	.long	0x11111111
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_COPY, e3 + 0x7ffedf6c
	.long	0x11111111
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x7fffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x7fffff7fa5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(gotpcrel32.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(gotpcrel32.o, .got) + 0x8) = e2
# rtdyld-check: *{8}(section_addr(gotpcrel32.o, .got) + 0x10) = e3
