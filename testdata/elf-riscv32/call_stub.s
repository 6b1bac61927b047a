# R_RISCV_JAL out of reach: a stub shared by all branches to the symbol, which gets everywhere. R_RISCV_CALL and CALL_PLT need none.
# layout: default RuntimeDyld has no stubs of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -dummy-extern=far=0x92345678 -dummy-extern=other=0x1788 \
# RUN:   -map-section=call_stub.o,.text=0x34567000 -check=%s %o
	.globl	far, other
	.text
jump:	.reloc	., R_RISCV_JAL, far
	.long	0x0000006f	# j	.
again:	.reloc	., R_RISCV_JAL, far
	.long	0x000000ef	# jal	.
link:	.reloc	., R_RISCV_JAL, other
	.long	0x000000ef	# jal	.
call:	.reloc	., R_RISCV_CALL_PLT, far
	auipc	ra, 0
	jalr	ra, 0(ra)

# rtdyld-check: decode_operand(jump, 1) = stub_addr(call_stub.o/.text, far) - jump
# rtdyld-check: decode_operand(again, 1) = stub_addr(call_stub.o/.text, far) - again
# rtdyld-check: decode_operand(link, 1) = stub_addr(call_stub.o/.text, other) - link
# rtdyld-check: decode_operand(call, 1) = ((far - call + 0x800) >> 12)[19:0]
# lpad 0; auipc t3, far; jr far(t3)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far)) = 0x17
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 4) = 0xe17 + ((far - stub_addr(call_stub.o/.text, far) - 4 + 0x800)[31:12] << 12)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 8) = 0xe0067 + ((far - stub_addr(call_stub.o/.text, far) - 4)[11:0] << 20)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, other) + 8) = 0xe0067 + ((other - stub_addr(call_stub.o/.text, other) - 4)[11:0] << 20)
