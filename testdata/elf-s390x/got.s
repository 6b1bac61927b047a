# R_390_GOT12, GOT16, GOT20, GOT32, GOT64: G + A - T, G the address of an entry with S; R_390_GOTENT: half of G + A - P. R_390_GOTPLT12 and its kin:
# the same here.
# layout: default RuntimeDyld's has a GOT entry for each reference
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=got.o,.text=0x234567000 -map-section=got.o,.got=0x334567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=got.o,.text=0x234567000 -map-section=got.o,.got=0x334567008 %o
# ERR: .text+0x6: R_390_GOTENT to far: 0x100000006 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=got.o,.text=0x234567000 -map-section=got.o,.got=0x134567008 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=got.o,.text=0x234567000 -map-section=got.o,.got=0x134567000 %o
# ERR: .text+0x6: R_390_GOTENT to far: -0x100000002 does not fit signed 33
	.globl	far, other
	.text
	.long	0xa5a5a5a5
first:	.reloc	. + 2, R_390_GOTENT, far + 4
	.short	0xc4a8
	.long	0x5a5a5a5a
	.short	0
second:	.reloc	. + 2, R_390_GOTPLTENT, other - 2
	.short	0xc4a8
	.long	0x5a5a5a5a
	.short	0xa5a5
short:	.reloc	., R_390_GOT12, other + 0xff7
	.short	0x5a5a
	.reloc	., R_390_GOTPLT12, other - 8
	.short	0xa5a5
	.reloc	., R_390_GOT16, other + 0x7ff7
	.short	0x5a5a
	.reloc	., R_390_GOTPLT16, other - 0x8008
	.short	0x5a5a
long:	.reloc	., R_390_GOT20, other + 0x7fff7
	.long	0x5a5a5a5a
	.reloc	., R_390_GOTPLT20, other - 0x80008
	.long	0xa5a5a5a5
word:	.reloc	., R_390_GOT32, other + 0x7ffffff7
	.long	0x5a5a5a5a
	.reloc	., R_390_GOTPLT32, other - 0x80000008
	.long	0x5a5a5a5a
quad:	.reloc	., R_390_GOT64, other + 0x123456789
	.quad	0x5a5a5a5a5a5a5a5a
	.reloc	., R_390_GOTPLT64, other - 0x123456789
	.quad	0x5a5a5a5a5a5a5a5a
lower:	.reloc	., R_390_GOT16, other - 0x8008
	.short	0x5a5a
	.reloc	., R_390_GOTPLT16, other + 0x7ff7
	.short	0x5a5a
	.reloc	., R_390_GOT32, other - 0x80000008
	.long	0x5a5a5a5a
	.reloc	., R_390_GOTPLT32, other + 0x7ffffff7
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(first - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(first, 1) = section_addr(got.o, .got) + 2 - first
# rtdyld-check: *{2}first = 0xc4a8
# rtdyld-check: decode_operand(second, 1) = section_addr(got.o, .got) + 4 - second
# rtdyld-check: *{2}second = 0xc4a8
# rtdyld-check: *{2}(second + 6) = 0xa5a5
# rtdyld-check: *{8}short = 0x5fffa0007fff8000
# rtdyld-check: *{4}long = 0x5fff7f5a
# rtdyld-check: *{4}(long + 4) = 0xa00080a5
# rtdyld-check: *{8}word = 0x7fffffff80000000
# rtdyld-check: *{8}quad = 0x123456791
# rtdyld-check: *{8}(quad + 8) = 8 - 0x123456789
# rtdyld-check: *{4}lower = 0x80007fff
# rtdyld-check: *{8}(lower + 4) = 0x800000007fffffff
# rtdyld-check: *{4}(lower + 12) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(got.o, .got)) = far
# rtdyld-check: *{8}(section_addr(got.o, .got) + 8) = other
