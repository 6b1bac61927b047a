# R_RISCV_CALL, R_RISCV_CALL_PLT: S + A - P, in AUIPC and JALR together, whatever their registers; -0x80000800 to 0x7ffff7ff.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=call.o,.code=0x234567002 -map-section=call.o,.text.own=0x2b4567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=call.o,.code=0x234567002 -map-section=call.o,.text.own=0x2b4567002 %o
# ERR: .code+0x4: R_RISCV_CALL to own: 0x7ffff800 does not fit signed 32
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=call.o,.code=0x234567002 -map-section=call.o,.text.own=0x2b4566ffe %o
# ERR: .code+0x10: R_RISCV_CALL_PLT to own: -0x80000802 does not fit signed 32
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=call.o,.code=0x234567002 -map-section=call.o,.text.own=0x2b4567001 %o
# ERR: .code+0x4: R_RISCV_CALL to own: 0x7ffff7ff is no multiple of 2
	.section .text.own,"ax",@progbits
	.globl	own
own:	ret
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_CALL, own - 0x7fc
	auipc	t1, 0xfffff
	jalr	zero, -1(t1)
	.long	0xa5a5a5a5
down:	.reloc	., R_RISCV_CALL_PLT, own - 0x1000007ee
	auipc	ra, 0
	jalr	ra, 0(ra)
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(up, 1) = ((own - 0x7fc - up + 0x800) >> 12)[19:0]
# rtdyld-check: *{8}up = 0x7fe300677ffff317
# rtdyld-check: decode_operand(up + 4, 2) = 0x7fe
# rtdyld-check: *{4}(up + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}down = 0x800080e780000097
# rtdyld-check: decode_operand(down + 4, 2) = 0 - 0x800
# rtdyld-check: *{4}(down + 8) = 0xa5a5a5a5
