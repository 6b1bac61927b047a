# R_RISCV_TPREL_HI20, TPREL_LO12_I, TPREL_LO12_S: the offset from the thread pointer, of LUI and the low part; TPREL_ADD is a mark.
# R_RISCV_TLS_DTPREL32 and 64: the offset in the block of the module less 0x800. R_RISCV_TLS_GOT_HI20: G + A - P of a slot with the offset from the
# thread pointer; R_RISCV_TLS_GD_HI20: of two words, the module and the offset in its block less 0x800.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=tls.o,.text=0x34567000 -map-section=tls.o,.got=0xb4567008 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.quad	0x1122334455667788
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @object
	.size	other, 8
other:	.zero	8
	.zero	8
	.text
	.long	0xa5a5a5a5
high:	.reloc	., R_RISCV_TPREL_HI20, own + 0x7ffff7ff + 0x18
	lui	a0, 0xfff
	.reloc	., R_RISCV_TPREL_ADD, own
	add	a0, a0, tp
	.reloc	., R_RISCV_TPREL_LO12_I, own + 0x7ffff7ff + 0x18
	lw	a0, 5(a0)
	.reloc	., R_RISCV_TPREL_LO12_S, own + 0x7ffff7ff + 0x18
	sw	a1, 5(a0)
	.long	0xa5a5a5a5
low:	.reloc	., R_RISCV_TPREL_HI20, own + 0x12345800 + 0x18
	lui	a0, 0xfff
	.reloc	., R_RISCV_TPREL_LO12_I, own + 0x12345800 + 0x18
	lw	a0, 5(a0)
	.reloc	., R_RISCV_TPREL_LO12_S, other - 0x123
	sw	a1, 5(a0)
	.reloc	., R_RISCV_TPREL_LO12_I, other - 0x123
	lw	a0, 5(a0)
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
ie:	.reloc	., R_RISCV_TLS_GOT_HI20, own - 0x7d9
	auipc	a0, 0
	.reloc	., R_RISCV_PCREL_LO12_I, ie
	lw	a0, 0(a0)
gd:	.reloc	., R_RISCV_TLS_GD_HI20, other - 0x7d8
	auipc	a0, 0
	.long	0xa5a5a5a5
	.reloc	., R_RISCV_PCREL_LO12_I, gd
	addi	a0, a0, 0
	.long	0xa5a5a5a5
	.data
dtp64:	.reloc	., R_RISCV_TLS_DTPREL64, other + 0x1000
	.quad	0xa5a5a5a5a5a5a5a5
dtp32:	.reloc	., R_RISCV_TLS_DTPREL32, other - 0x80000000
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(high - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}high = 0x004505337ffff537
# rtdyld-check: *{8}(high + 8) = 0x7eb52fa37ff52503
# rtdyld-check: *{8}(high + 16) = 0x12346537a5a5a5a5
# rtdyld-check: *{8}(low + 4) = 0xecb526a380052503
# rtdyld-check: *{8}(low + 12) = 0xa5a5a5a5ecd52503
# rtdyld-check: decode_operand(low + 12, 2) = 0 - 0x133
# rtdyld-check: *{4}(ie - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(ie, 1) = ((section_addr(tls.o, .got) - 0x7d9 - ie + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(ie + 4, 2)[11:0] = (section_addr(tls.o, .got) - 0x7d9 - ie)[11:0]
# rtdyld-check: decode_operand(gd, 1) = ((section_addr(tls.o, .got) + 4 - 0x7d8 - gd + 0x800) >> 12)[19:0]
# rtdyld-check: *{4}(gd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(gd + 8, 2)[11:0] = (section_addr(tls.o, .got) + 4 - 0x7d8 - gd)[11:0]
# rtdyld-check: *{4}(gd + 12) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(tls.o, .got)) = 0xffffffe8
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 4) = 1
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 8) = 0xfffff810
# rtdyld-check: *{8}dtp64 = 0x810
# rtdyld-check: *{8}dtp32 = 0xa5a5a5a57ffff810
