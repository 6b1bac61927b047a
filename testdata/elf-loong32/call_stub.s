# R_LARCH_B26 out of reach: a stub shared by all branches to the symbol, which gets everywhere, as CALL30 does itself.
# TYPE: R_LARCH_SOP_PUSH_PCREL 127
# layout: default RuntimeDyld has no stubs of LoongArch here
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0xf2345678 -dummy-extern=other=0x1788 \
# RUN:   -map-section=call_stub.o,.text=0x34567000 -check=%s %o
	.globl	far, other
	.text
call:	bl	far
again:	bl	far
jump:	b	other
middle:	.reloc	., R_LARCH_SOP_PUSH_PCREL, far
	pcaddu12i	$ra, 0
	jirl	$ra, $ra, 0

# rtdyld-check: decode_operand(call, 0) = stub_addr(call_stub.o/.text, far) - call
# rtdyld-check: *{4}call = 0x54000000 + ((stub_addr(call_stub.o/.text, far) - call)[17:2] << 10) + (stub_addr(call_stub.o/.text, far) - call)[27:18]
# rtdyld-check: *{4}again = 0x54000000 + ((stub_addr(call_stub.o/.text, far) - again)[17:2] << 10) + (stub_addr(call_stub.o/.text, far) - again)[27:18]
# rtdyld-check: *{4}jump = 0x50000000 + ((stub_addr(call_stub.o/.text, other) - jump)[17:2] << 10) + (stub_addr(call_stub.o/.text, other) - jump)[27:18]
# rtdyld-check: *{4}middle = 0x1c000001 + ((far - middle)[31:12] << 5)
# rtdyld-check: *{4}(middle + 4) = 0x4c000021 + ((far - middle)[11:2] << 10)
# pcaddu12i $t3, far; addi.w $t3, $t3, far; jr $t3; nop
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far)) = 0x1c00000f + ((far - stub_addr(call_stub.o/.text, far) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 4) = 0x028001ef + ((far - stub_addr(call_stub.o/.text, far))[11:0] << 10)
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, far) + 8) = 0x034000004c0001e0
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, other)) = 0x1c00000f + ((other - stub_addr(call_stub.o/.text, other) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, other) + 4) = 0x028001ef + ((other - stub_addr(call_stub.o/.text, other))[11:0] << 10)
