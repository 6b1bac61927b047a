# R_RISCV_ALIGN: of the bytes that the assembler has put in as many go as bring what follows to the alignment; what stays is made of
# nops. Labels, sizes, branches, differences, and what counts from the section follow. R_RISCV_RELAX: a mark.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=align.o,.text=0x24567000 -map-section=align.o,.data=0x24568000 -check=%s %o
	.text
	.globl	first, second, third
	.balign	16
first:	.short	0x4501, 0x4501, 0x4501	# li a0, 0
	.reloc	., R_RISCV_ALIGN, 14
	.rept	7
	.short	0xdead
	.endr
second:	.reloc	., R_RISCV_RVC_JUMP, third
	.short	0xa001	# j .
	.reloc	., R_RISCV_ALIGN, 6
	.rept	3
	.short	0xbeef
	.endr
eight:	.short	0x4505	# li a0, 1
	.reloc	., R_RISCV_ALIGN, 2
	.short	0xdead
four:	.long	0x00200513	# li a0, 2
	.reloc	., R_RISCV_ALIGN, 12
	.fill	3, 4, 0xdead
third:	.reloc	., R_RISCV_PCREL_HI20, .data
	.reloc	., R_RISCV_RELAX, second + 0x1000004
	auipc	a0, 0
	.reloc	., R_RISCV_PCREL_LO12_I, third
	addi	a0, a0, 0
after:	.reloc	., R_RISCV_JAL, second
	.long	0x0000006f	# j .
	.long	0xa5a5a5a5
	.data
span:	.reloc	., R_RISCV_ADD32, third
	.reloc	., R_RISCV_SUB32, first
	.long	0
	.reloc	., R_RISCV_32_PCREL, .text + 0x1c
	.long	0
	.reloc	., R_RISCV_32, after
	.long	0

# rtdyld-check: second = first + 16
# rtdyld-check: eight = first + 24
# rtdyld-check: four = first + 28
# rtdyld-check: third = first + 32
# rtdyld-check: *{8}first = 0x0013450145014501
# rtdyld-check: *{8}(first + 8) = 0x0001000000130000
# rtdyld-check: *{8}second = 0xbeefbeefbeefa801
# rtdyld-check: decode_operand(second, 0) = third - second
# rtdyld-check: *{8}eight = 0x00200513dead4505
# rtdyld-check: decode_operand(third, 1) = ((section_addr(align.o, .data) - third + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(third + 4, 2)[11:0] = (section_addr(align.o, .data) - third)[11:0]
# rtdyld-check: after = third + 8
# rtdyld-check: decode_operand(after, 1) = second - after
# rtdyld-check: *{4}(after + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}span = 32
# rtdyld-check: *{4}(span + 4) = (eight - span - 4)[31:0]
# rtdyld-check: *{4}(span + 8) = after
