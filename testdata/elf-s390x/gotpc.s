# R_390_GOTPC: T + A - P.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpc.o,.text=0x234567000 -map-section=gotpc.o,.got=0x2b4567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpc.o,.text=0x234567000 -map-section=gotpc.o,.got=0x2b4567008 %o
# ERR: .text+0x6: R_390_GOTPC to word: 0x80000007 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpc.o,.text=0x234567000 -map-section=gotpc.o,.got=0x1b4567008 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpc.o,.text=0x234567000 -map-section=gotpc.o,.got=0x1b4567000 %o
# ERR: .text+0x6: R_390_GOTPC to word: -0x80000001 does not fit signed 32
	.globl	_GLOBAL_OFFSET_TABLE_, word
	.text
	.short	0
	.long	0xa5a5a5a5
word:	.reloc	., R_390_GOTPC, word + 5
	.long	0x5a5a5a5a
	.reloc	., R_390_GOTPC, _GLOBAL_OFFSET_TABLE_ + 2
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5
	.reloc	., R_390_GOT64, word
	.quad	0

# rtdyld-check: *{4}(word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}word = (section_addr(gotpc.o, .got) + 5 - word)[31:0]
# rtdyld-check: *{4}(word + 4) = (section_addr(gotpc.o, .got) - word - 2)[31:0]
# rtdyld-check: *{4}(word + 8) = 0xa5a5a5a5
