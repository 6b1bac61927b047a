# R_RISCV_CALL, R_RISCV_CALL_PLT: S + A - P, in AUIPC and JALR together, whatever their registers; sums wrap, so that everything is in reach.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -dummy-extern=ext=0xfffffff0 -map-section=call.o,.code=0x34567002 -map-section=call.o,.text.own=0xb4567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -dummy-extern=ext=0xfffffff0 -map-section=call.o,.code=0x34567002 -map-section=call.o,.text.own=0xb4567001 %o
# ERR: .code+0x4: R_RISCV_CALL to own: 0x7ffff7ff is no multiple of 2
	.section .text.own,"ax",@progbits
	.globl	own, ext
own:	ret
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_CALL, own - 0x7fc
	auipc	t1, 0xfffff
	jalr	zero, -1(t1)
	.long	0xa5a5a5a5
down:	.reloc	., R_RISCV_CALL_PLT, own + 0x12
	auipc	ra, 0
	jalr	ra, 0(ra)
	.long	0xa5a5a5a5
wraps:	.reloc	., R_RISCV_CALL_PLT, ext
	auipc	ra, 0
	jalr	ra, 0(ra)
	.reloc	., R_RISCV_CALL, ext + 0x20
	auipc	ra, 0
	jalr	ra, 0(ra)
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(up, 1) = ((own - 0x7fc - up + 0x800) >> 12)[19:0]
# rtdyld-check: *{8}up = 0x7fe300677ffff317
# rtdyld-check: decode_operand(up + 4, 2) = 0x7fe
# rtdyld-check: *{4}(up + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}down = 0x000080e780000097
# rtdyld-check: *{4}(down + 8) = 0xa5a5a5a5
# rtdyld-check: decode_operand(wraps, 1) = ((ext - wraps + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(wraps + 4, 2)[11:0] = (ext - wraps)[11:0]
# rtdyld-check: decode_operand(wraps + 8, 1) = ((ext + 0x20 - wraps - 8 + 0x800) >> 12)[19:0]
# rtdyld-check: decode_operand(wraps + 12, 2)[11:0] = (ext + 0x20 - wraps - 8)[11:0]
# rtdyld-check: *{4}(wraps + 16) = 0xa5a5a5a5
