# R_RISCV_CALL_PLT, R_RISCV_CALL, R_RISCV_JAL and R_RISCV_PLT32 out of reach: a stub shared by all branches to the symbol, which jumps through its slot.
# layout: default RuntimeDyld has no stubs of RISC-V
# TYPE: R_RISCV_COPY 59
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=call_stub.o,.text=0x234567000 -map-section=call_stub.o,.got=0x2345687f8 -check=%s %o
	.globl	far, other
	.text
call:	.reloc	., R_RISCV_CALL_PLT, far
	auipc	ra, 0
	jalr	ra, 0(ra)
jump:	.reloc	., R_RISCV_JAL, far
	.long	0x0000006f	# j	.
link:	.reloc	., R_RISCV_JAL, other
	.long	0x000000ef	# jal	.
old:	.reloc	., R_RISCV_CALL, other
	auipc	t1, 0
	jr	t1
plt:	.reloc	., R_RISCV_COPY, far
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(call, 1) = (stub_addr(call_stub.o/.text, far) - call + 0x800) >> 12
# rtdyld-check: decode_operand(call + 4, 2)[11:0] = (stub_addr(call_stub.o/.text, far) - call)[11:0]
# rtdyld-check: decode_operand(jump, 1) = stub_addr(call_stub.o/.text, far) - jump
# rtdyld-check: decode_operand(link, 1) = stub_addr(call_stub.o/.text, other) - link
# rtdyld-check: decode_operand(old + 4, 2)[11:0] = (stub_addr(call_stub.o/.text, other) - old)[11:0]
# rtdyld-check: *{8}plt = 0xa5a5a5a500000000 + (stub_addr(call_stub.o/.text, far) - plt)
# lpad 0; auipc t3, slot; ld t3, slot(t3); jr t3
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far)) = 0x17
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 4) = 0xe17 + ((section_addr(call_stub.o, .got) - stub_addr(call_stub.o/.text, far) - 4 + 0x800)[31:12] << 12)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 8) = 0xe3e03 + ((section_addr(call_stub.o, .got) - stub_addr(call_stub.o/.text, far) - 4)[11:0] << 20)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 12) = 0xe0067
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, other) + 8) = 0xe3e03 + ((section_addr(call_stub.o, .got) + 8 - stub_addr(call_stub.o/.text, other) - 4)[11:0] << 20)
# rtdyld-check: *{8}(section_addr(call_stub.o, .got)) = far
# rtdyld-check: *{8}(section_addr(call_stub.o, .got) + 8) = other
