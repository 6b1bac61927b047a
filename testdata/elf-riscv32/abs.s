# R_RISCV_HI20: S + A, rounded: any address; R_RISCV_LO12_I, R_RISCV_LO12_S: its bits 11:0. Sums wrap.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=abs.o,.text=0x10014 -dummy-extern=up=0x7ffff7fb -dummy-extern=down=0x80000004 -dummy-extern=top=0xfffffff0 -check=%s %o
	.globl	up, down, top
	.text
	.long	0xa5a5a5a5
high:	.reloc	., R_RISCV_HI20, up + 4
	lui	a0, 0xfffff
	.reloc	., R_RISCV_LO12_I, up + 4
	addi	a0, a0, -1
	.reloc	., R_RISCV_LO12_S, up + 4
	sw	a1, -1(a0)
	.long	0xa5a5a5a5
low:	.reloc	., R_RISCV_HI20, down - 4
	lui	a0, 0
	.reloc	., R_RISCV_LO12_I, down - 4
	lw	a0, 0(a0)
	.reloc	., R_RISCV_LO12_S, down - 4
	sw	a1, 0(a0)
	.long	0xa5a5a5a5
last:	.reloc	., R_RISCV_HI20, top + 0x11
	lui	a0, 0xfffff
	.reloc	., R_RISCV_LO12_I, top - 1
	addi	a0, a0, -1
	.reloc	., R_RISCV_HI20, top - 0x7f0
	lui	a0, 0

# rtdyld-check: *{4}(high - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(high, 1) = ((up + 4 + 0x800) >> 12)[19:0]
# rtdyld-check: *{8}high = 0x7ff505137ffff537
# rtdyld-check: decode_operand(high + 4, 2) = (up + 4)[11:0]
# rtdyld-check: *{8}(high + 8) = 0xa5a5a5a57eb52fa3
# rtdyld-check: decode_operand(low, 1) = 0x80000
# rtdyld-check: *{8}low = 0x0005250380000537
# rtdyld-check: *{8}(low + 8) = 0xa5a5a5a500b52023
# rtdyld-check: *{8}last = 0xfef5051300000537
# rtdyld-check: *{4}(last + 8) = 0x00000537
