# R_RISCV_PCREL_HI20: S + A - P, rounded, whatever it is; R_RISCV_PCREL_LO12_I and R_RISCV_PCREL_LO12_S: the rest of the one at their
# label, which may come behind them.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=pcrel.o,.text=0x34567000 -map-section=pcrel.o,.data=0xb4567000 -dummy-extern=low=0x12345ffe -check=%s %o
	.globl	own, low
	.data
own:	.quad	0
	.text
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_PCREL_HI20, own - 0x7fd
	auipc	a0, 0
	.long	0xa5a5a5a5
	.reloc	., R_RISCV_PCREL_LO12_S, down
store:	sw	a1, 0(a0)
	.reloc	., R_RISCV_PCREL_LO12_I, up
upper:	addi	a0, a0, -1
down:	.reloc	., R_RISCV_PCREL_HI20, own - 0x7ec
	auipc	a0, 0xfffff
	.long	0xa5a5a5a5
	.reloc	., R_RISCV_PCREL_LO12_I, down
lower:	lw	a1, 0(a0)
tiny:	.reloc	., R_RISCV_PCREL_HI20, low
	auipc	a0, 0
	.reloc	., R_RISCV_PCREL_LO12_I, tiny
	lw	a0, 0(a0)
	.reloc	., R_RISCV_PCREL_LO12_S, tiny
	sb	a0, 0(a0)
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(up, 1) = ((own - 0x7fd - up + 0x800) >> 12)[19:0]
# rtdyld-check: *{8}up = 0xa5a5a5a57ffff517
# rtdyld-check: *{4}store = 0x80b52023
# rtdyld-check: decode_operand(upper, 2) = 0x7ff
# rtdyld-check: *{4}upper = 0x7ff50513
# rtdyld-check: *{8}down = 0xa5a5a5a580000517
# rtdyld-check: decode_operand(lower, 2) = 0 - 0x800
# rtdyld-check: decode_operand(tiny, 1) = ((low - tiny + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(tiny + 4, 2)[11:0] = (low - tiny)[11:0]
# rtdyld-check: *{4}(tiny + 8) = 0xfca50f23
# rtdyld-check: *{4}(tiny + 12) = 0xa5a5a5a5
