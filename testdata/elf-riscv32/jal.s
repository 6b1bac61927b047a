# R_RISCV_JAL: S + A - P, -0x100000 to 0xffffe.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=jal.o,.code=0x34567002 -map-section=jal.o,.text.own=0x34467100 -check=%s %o
# One more, one less, and no multiple of 2:
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=jal.o,.code=0x34567002 -map-section=jal.o,.text.own=0x34467102 %o
# ERR: .code+0x4: R_RISCV_JAL to own: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=jal.o,.code=0x34567002 -map-section=jal.o,.text.own=0x344670fe %o
# ERR: .code+0xc: R_RISCV_JAL to own: -0x100002 does not fit signed 21
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=jal.o,.code=0x34567002 -map-section=jal.o,.text.own=0x34467101 %o
# ERR: .code+0x4: R_RISCV_JAL to own: 0xfffff is no multiple of 2
	.section .text.own,"ax",@progbits
	.globl	own
own:	ret
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_JAL, own + 0x1fff04
	.long	0xffdff56f	# jal	a0, -4
	.long	0xa5a5a5a5
down:	.reloc	., R_RISCV_JAL, own - 0xf2
	.long	0x008000ef	# jal	ra, 8
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(up, 1) = own + 0x1fff04 - up
# rtdyld-check: decode_operand(up, 1) = 0xffffe
# rtdyld-check: *{8}up = 0xa5a5a5a57ffff56f
# rtdyld-check: decode_operand(down, 1) = 0 - 0x100000
# rtdyld-check: *{8}down = 0xa5a5a5a5800000ef
# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
