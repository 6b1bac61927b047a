# R_RISCV_BRANCH, R_RISCV_RVC_BRANCH and R_RISCV_RVC_JUMP to a symbol itself that is out of reach: no stub stands for it.
# What a weak symbol that nobody defines leaves is 0, wherever the slots are.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=far.o,.text.1=0x10002 -map-section=far.o,.text.2=0x12000 -map-section=far.o,.text.3=0x14000 -map-section=far.o,.got=0x18008 \
# RUN:   -dummy-extern=b=0x11000 -dummy-extern=c=0x120fe -dummy-extern=j=0x147fe -dummy-extern=a=0xffffffff -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=far.o,.text.1=0x10002 -map-section=far.o,.text.2=0x12000 -map-section=far.o,.text.3=0x14000 -map-section=far.o,.got=0x18008 \
# RUN:   -dummy-extern=b=0x11002 -dummy-extern=c=0x120fe -dummy-extern=j=0x147fe -dummy-extern=a=0x7ffff7ff %o
# ERR: .text.1+0x0: R_RISCV_BRANCH to b: 0x1000 does not fit signed 13
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=far.o,.text.1=0x10002 -map-section=far.o,.text.2=0x12000 -map-section=far.o,.text.3=0x14000 -map-section=far.o,.got=0x18008 \
# RUN:   -dummy-extern=b=0x11000 -dummy-extern=c=0x12100 -dummy-extern=j=0x147fe -dummy-extern=a=0x7ffff7ff %o
# ERR: .text.2+0x0: R_RISCV_RVC_BRANCH to c: 0x100 does not fit signed 9
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=far.o,.text.1=0x10002 -map-section=far.o,.text.2=0x12000 -map-section=far.o,.text.3=0x14000 -map-section=far.o,.got=0x18008 \
# RUN:   -dummy-extern=b=0x11000 -dummy-extern=c=0x120fe -dummy-extern=j=0x14800 -dummy-extern=a=0x7ffff7ff %o
# ERR: .text.3+0x0: R_RISCV_RVC_JUMP to j: 0x800 does not fit signed 12
	.globl	b, c, j, a
	.weak	nobody
	.section .text.1,"ax",@progbits
branch:	.reloc	., R_RISCV_BRANCH, b
	.long	0x00b50063
	.section .text.2,"ax",@progbits
cbranch:
	.reloc	., R_RISCV_RVC_BRANCH, c
	.short	0xc101
	.section .text.3,"ax",@progbits
cjump:	.reloc	., R_RISCV_RVC_JUMP, j
	.short	0x2001	# jal, which is none of 64 bits
high:	.reloc	., R_RISCV_HI20, a
	lui	a0, 0xfffff
	.reloc	., R_RISCV_LO12_I, nobody
	addi	a0, a0, -1
	.reloc	., R_RISCV_LO12_S, nobody
	sw	a1, -1(a0)
	.reloc	., R_RISCV_SET6, nobody
	.byte	0xff
	.reloc	., R_RISCV_SET8, nobody
	.byte	0xff
weak:	.reloc	., R_RISCV_CALL_PLT, nobody
	auipc	ra, 0
	jalr	ra, 0(ra)
	.reloc	., R_RISCV_CALL, nobody
	auipc	ra, 0
	jalr	ra, 0(ra)
	.reloc	., R_RISCV_HI20, nobody
	lui	a0, 0xfffff
weakhi:	.reloc	., R_RISCV_PCREL_HI20, nobody
	auipc	a0, 0
	.reloc	., R_RISCV_PCREL_LO12_I, weakhi
	addi	a0, a0, 0
	.reloc	., R_RISCV_GOT_HI20, a
	auipc	a0, 0

# rtdyld-check: decode_operand(branch, 2) = b - branch
# rtdyld-check: decode_operand(cbranch, 1) = c - cbranch
# rtdyld-check: decode_operand(cjump, 0) = j - cjump
# rtdyld-check: decode_operand(high, 1) = 0
# rtdyld-check: decode_operand(high + 4, 2) = 0
# rtdyld-check: decode_operand(high + 8, 2) = 0
# rtdyld-check: *{2}(high + 12) = 0xc0
# rtdyld-check: decode_operand(weak, 1) = ((0 - weak + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(weak + 4, 2)[11:0] = (0 - weak)[11:0]
# rtdyld-check: decode_operand(weak + 8, 1) = ((0 - weak - 8 + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(weak + 12, 2)[11:0] = (0 - weak - 8)[11:0]
# rtdyld-check: decode_operand(weak + 16, 1) = 0
# rtdyld-check: decode_operand(weakhi, 1) = ((0 - weakhi + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(weakhi + 4, 2)[11:0] = (0 - weakhi)[11:0]
