# R_RISCV_GOT_HI20: G + A - P, rounded, G the address of a slot with S, and its low part; R_RISCV_GOT32_PCREL: G + A - P in data. Sums wrap.
# llvm: no it has no relocations of RISC-V
# TYPE: R_RISCV_COPY 41
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -dummy-extern=third=0xf0000000 -dummy-extern=far=0x12345678 -dummy-extern=other=0x23456788 \
# RUN:   -map-section=got.o,.text=0x34567000 -map-section=got.o,.got=0xb4567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -dummy-extern=third=0xf0000000 -dummy-extern=far=0x30000000 -dummy-extern=other=0x34567020 \
# RUN:   -map-section=got.o,.text=0xd4567000 -map-section=got.o,.got=0x54567000 -check=%s %o
	.globl	far, other, third
	.text
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_GOT_HI20, far - 0x7fd
	auipc	a0, 0
	.reloc	., R_RISCV_PCREL_LO12_I, up
	lw	a0, 0(a0)
down:	.reloc	., R_RISCV_GOT_HI20, other - 0x7fc
	auipc	a0, 0
	.reloc	., R_RISCV_PCREL_LO12_I, down
	lw	a0, 0(a0)
	.short	0xa5a5
data:	.reloc	., R_RISCV_COPY, third - 0x10000000
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(up, 1) = ((section_addr(got.o, .got) - 0x7fd - up + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(up + 4, 2)[11:0] = (section_addr(got.o, .got) - 0x7fd - up)[11:0]
# rtdyld-check: *{8}up = 0x7ff525037ffff517
# rtdyld-check: *{8}down = 0x7fc525037ffff517
# rtdyld-check: *{8}data = 0xa5a5a5a500000000 + (section_addr(got.o, .got) + 8 - 0x10000000 - data)[31:0]
# rtdyld-check: *{4}(section_addr(got.o, .got)) = far
# rtdyld-check: *{4}(section_addr(got.o, .got) + 4) = other
# rtdyld-check: *{4}(section_addr(got.o, .got) + 8) = third
