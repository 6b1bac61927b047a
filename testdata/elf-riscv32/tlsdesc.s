# R_RISCV_TLSDESC_HI20: G + A - P, G a descriptor: a function that returns its second word, and the offset from the thread pointer;
# R_RISCV_TLSDESC_LOAD_LO12, R_RISCV_TLSDESC_ADD_LO12: its low part, R_RISCV_TLSDESC_CALL: a mark.
# llvm: no it has no relocations of RISC-V
# TYPE: R_RISCV_COPY 62
# TYPE: R_RISCV_JUMP_SLOT 63
# TYPE: R_RISCV_RELATIVE 64
# TYPE: R_RISCV_TLS_DTPMOD32 65
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=tlsdesc.o,.text=0x34567000 -map-section=tlsdesc.o,.got=0xb4567000 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.quad	0x1122334455667788
	.globl	other
	.type	other, @object
	.size	other, 8
other:	.quad	0
	.quad	0
	.text
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_COPY, own - 0x7fd
	auipc	a1, 0
	.reloc	., R_RISCV_JUMP_SLOT, up
	lw	a2, 0(a1)
	.reloc	., R_RISCV_RELATIVE, up
	addi	a0, a1, 0
	.reloc	., R_RISCV_TLS_DTPMOD32, up + 0x1000004
	jalr	t0, 0(a2)
down:	.reloc	., R_RISCV_COPY, other - 0x7fc
	auipc	a1, 0
	.reloc	., R_RISCV_JUMP_SLOT, down
	lw	a2, 0(a1)
	.reloc	., R_RISCV_RELATIVE, down
	addi	a0, a1, 0
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(up, 1) = ((section_addr(tlsdesc.o, .got) - 0x7fd - up + 0x800) >> 12)[19:0]
# rtdyld-check: *{8}up = 0x7ff5a6037ffff597
# rtdyld-check: *{8}(up + 8) = 0x000602e77ff58513
# rtdyld-check: decode_operand(down, 1) = ((section_addr(tlsdesc.o, .got) + 8 - 0x7fc - down + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(down + 4, 2)[11:0] = (section_addr(tlsdesc.o, .got) + 8 - 0x7fc - down)[11:0]
# rtdyld-check: decode_operand(down + 8, 2)[11:0] = (section_addr(tlsdesc.o, .got) + 8 - 0x7fc - down)[11:0]
# rtdyld-check: *{4}(down + 12) = 0xa5a5a5a5
# lpad 0; lw a0, 4(a0); jr t0
# rtdyld-check: *{8}(*{4}(section_addr(tlsdesc.o, .got))) = 0x0045250300000017
# rtdyld-check: *{4}(section_addr(tlsdesc.o, .got) + 4) = 0xffffffe8
# rtdyld-check: *{4}(section_addr(tlsdesc.o, .got) + 8) = *{4}(section_addr(tlsdesc.o, .got))
# rtdyld-check: *{4}(section_addr(tlsdesc.o, .got) + 12) = 0xfffffff0
