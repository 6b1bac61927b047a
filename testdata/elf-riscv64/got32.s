# R_RISCV_GOT32_PCREL: G + A - P in data, G the address of a slot with S; -0x80000000 to 0x7fffffff.
# llvm: no it has no relocations of RISC-V
# TYPE: R_RISCV_COPY 41
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=one=0x7fff12345678 -dummy-extern=two=0x7fff23456788 -map-section=got32.o,.data=0x10002 -map-section=got32.o,.got=0x20000 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=one=0x7fff12345678 -dummy-extern=two=0x7fff23456788 -map-section=got32.o,.data=0x10002 -map-section=got32.o,.got=0x20008 %o
# ERR: .data+0x0: R_RISCV_GOT32_PCREL to one: 0x80000007 does not fit signed 32
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=one=0x7fff12345678 -dummy-extern=two=0x7fff23456788 -map-section=got32.o,.data=0x10002 -map-section=got32.o,.got=0x1fff8 %o
# ERR: .data+0x4: R_RISCV_GOT32_PCREL to two: -0x80000008 does not fit signed 32
	.globl	one, two
	.data
up:	.reloc	., R_RISCV_COPY, one + 0x7fff0001
	.long	0xa5a5a5a5
down:	.reloc	., R_RISCV_COPY, two - 0x80010002
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}up = section_addr(got32.o, .got) + 0x7fff0001 - up
# rtdyld-check: *{4}up = 0x7fffffff
# rtdyld-check: *{8}down = 0xa5a5a5a580000000
# rtdyld-check: *{8}(section_addr(got32.o, .got)) = one
# rtdyld-check: *{8}(section_addr(got32.o, .got) + 8) = two
