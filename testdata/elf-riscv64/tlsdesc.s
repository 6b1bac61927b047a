# R_RISCV_TLSDESC_HI20: G + A - P, G a descriptor: a function that returns its second word, and the offset from the thread pointer;
# R_RISCV_TLSDESC_LOAD_LO12, R_RISCV_TLSDESC_ADD_LO12: its low part, R_RISCV_TLSDESC_CALL: a mark.
# llvm: no it has no relocations of RISC-V
# TYPE: R_RISCV_COPY 62
# TYPE: R_RISCV_JUMP_SLOT 63
# TYPE: R_RISCV_RELATIVE 64
# TYPE: R_RISCV_TLS_DTPMOD32 65
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=tlsdesc.o,.text=0x234567000 -map-section=tlsdesc.o,.got=0x2b4567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=tlsdesc.o,.text=0x234567000 -map-section=tlsdesc.o,.got=0x2b4567010 %o
# ERR: .text+0x4: R_RISCV_TLSDESC_HI20 to own: 0x7ffff80f does not fit signed 32
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=tlsdesc.o,.text=0x234567000 -map-section=tlsdesc.o,.got=0x2b4566ff0 %o
# ERR: .text+0x14: R_RISCV_TLSDESC_HI20 to other: -0x80000810 does not fit signed 32
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
	ld	a2, 0(a1)
	.reloc	., R_RISCV_RELATIVE, up
	addi	a0, a1, 0
	.reloc	., R_RISCV_TLS_DTPMOD32, up + 0x1000004
	jalr	t0, 0(a2)
down:	.reloc	., R_RISCV_COPY, other - 0x1000007fc
	auipc	a1, 0
	.reloc	., R_RISCV_JUMP_SLOT, down
	ld	a2, 0(a1)
	.reloc	., R_RISCV_RELATIVE, down
	addi	a0, a1, 0
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(up, 1) = ((section_addr(tlsdesc.o, .got) - 0x7fd - up + 0x800) >> 12)[19:0]
# rtdyld-check: *{8}up = 0x7ff5b6037ffff597
# rtdyld-check: *{8}(up + 8) = 0x000602e77ff58513
# rtdyld-check: *{8}down = 0x8005b60380000597
# rtdyld-check: *{8}(down + 8) = 0xa5a5a5a580058513
# lpad 0; ld a0, 8(a0); jr t0
# rtdyld-check: *{8}(*{8}(section_addr(tlsdesc.o, .got))) = 0x0085350300000017
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got) + 8) = 0 - 0x18
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got) + 16) = *{8}(section_addr(tlsdesc.o, .got))
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got) + 24) = 0 - 0x10
