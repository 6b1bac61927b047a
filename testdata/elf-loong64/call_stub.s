# R_LARCH_B26, CALL36 and CALL30 out of reach: a stub shared by all branches to the symbol, which jumps through its GOT entry.
# TYPE: R_LARCH_SOP_PUSH_PCREL 127
# layout: default RuntimeDyld has no stubs of LoongArch here
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=call_stub.o,.text=0x234567000 -map-section=call_stub.o,.got=0x2345687f8 -check=%s %o
	.globl	far, other
	.text
call:	bl	far
jump:	b	other
long:	pcaddu18i	$ra, %call36(far)
	jirl	$ra, $ra, 0
middle:	.reloc	., R_LARCH_SOP_PUSH_PCREL, far
	pcaddu12i	$ra, 0
	jirl	$ra, $ra, 0

# rtdyld-check: decode_operand(call, 0) = stub_addr(call_stub.o/.text, far) - call
# rtdyld-check: *{4}call = 0x54000000 + ((stub_addr(call_stub.o/.text, far) - call)[17:2] << 10) + (stub_addr(call_stub.o/.text, far) - call)[27:18]
# rtdyld-check: *{4}jump = 0x50000000 + ((stub_addr(call_stub.o/.text, other) - jump)[17:2] << 10) + (stub_addr(call_stub.o/.text, other) - jump)[27:18]
# rtdyld-check: *{4}long = 0x1e000001 + ((stub_addr(call_stub.o/.text, far) - long + 0x20000)[37:18] << 5)
# rtdyld-check: *{4}(long + 4) = 0x4c000021 + ((stub_addr(call_stub.o/.text, far) - long)[17:2] << 10)
# rtdyld-check: *{4}middle = 0x1c000001 + ((stub_addr(call_stub.o/.text, far) - middle)[31:12] << 5)
# rtdyld-check: *{4}(middle + 4) = 0x4c000021 + ((stub_addr(call_stub.o/.text, far) - middle)[11:2] << 10)
# pcaddu12i $t3, entry; ld.d $t3, $t3, entry; jr $t3; nop
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far)) = 0x1c00000f + ((section_addr(call_stub.o, .got) - stub_addr(call_stub.o/.text, far) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 4) = 0x28c001ef + ((section_addr(call_stub.o, .got) - stub_addr(call_stub.o/.text, far))[11:0] << 10)
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, far) + 8) = 0x034000004c0001e0
# rtdyld-check: *{8}(section_addr(call_stub.o, .got)) = far
# rtdyld-check: *{8}(section_addr(call_stub.o, .got) + 8) = other
