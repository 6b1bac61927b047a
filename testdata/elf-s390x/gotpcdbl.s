# R_390_GOTPCDBL: half of T + A - P, which must be even.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpcdbl.o,.text=0x234567000 -map-section=gotpcdbl.o,.got=0x334567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpcdbl.o,.text=0x234567000 -map-section=gotpcdbl.o,.got=0x334567008 %o
# ERR: .text+0x6: R_390_GOTPCDBL to addr: 0x100000006 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpcdbl.o,.text=0x234567000 -map-section=gotpcdbl.o,.got=0x134567008 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=gotpcdbl.o,.text=0x234567000 -map-section=gotpcdbl.o,.got=0x134567000 %o
# ERR: .text+0x6: R_390_GOTPCDBL to addr: -0x100000002 does not fit signed 33
	.globl	_GLOBAL_OFFSET_TABLE_, addr
	.text
	.long	0xa5a5a5a5
addr:	.reloc	. + 2, R_390_GOTPCDBL, addr + 4
	.short	0xc0a0
	.long	0x5a5a5a5a
	.short	0xa5a5
down:	.reloc	. + 2, R_390_GOTPCDBL, _GLOBAL_OFFSET_TABLE_ + 6
	.short	0xc0a0
	.long	0x5a5a5a5a
	.short	0xa5a5
	.reloc	., R_390_GOT64, down
	.quad	0

# rtdyld-check: *{4}(addr - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(addr, 1) = section_addr(gotpcdbl.o, .got) + 2 - addr
# rtdyld-check: *{4}(addr + 2) = (section_addr(gotpcdbl.o, .got) + 2 - addr)[32:1]
# rtdyld-check: *{2}addr = 0xc0a0
# rtdyld-check: *{2}(addr + 6) = 0xa5a5
# rtdyld-check: decode_operand(down, 1) = section_addr(gotpcdbl.o, .got) + 4 - down
# rtdyld-check: *{2}(down + 6) = 0xa5a5
