# IMAGE_REL_ARM64_BRANCH26 out of reach: a stub shared by all branches to the symbol, which jumps through its slot.
# IMAGE_REL_ARM64_BRANCH19 and IMAGE_REL_ARM64_BRANCH14 go there, too.
# layout: default RuntimeDyld's stubs are others: branch26_classic
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -dummy-extern=rear=0x23c567fe0 -map-section=branch26_stub.o,.text=0x234567ff0 -map-section=branch26_stub.o,.got=0x234577fe0 -check=%s %o
# The branch to what lies behind a symbol cannot use its stub:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -dummy-extern=rear=0x23c568000 -map-section=branch26_stub.o,.text=0x234567ff0 %o
# ERR: .text+0x14: IMAGE_REL_ARM64_BRANCH26 to rear: 0x8000000 does not fit signed 28
	.globl	far, other, rear
	.text
call:	bl	far
jump:	b	far
third:	bl	other
cond:	b.ne	far
test:	tbnz	x9, #37, other
behind:	b	rear + 4
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(call, 0) = (stub_addr(branch26_stub.o/.text, far) - call) >> 2
# rtdyld-check: decode_operand(jump, 0) = (stub_addr(branch26_stub.o/.text, far) - jump) >> 2
# rtdyld-check: decode_operand(third, 0) = (stub_addr(branch26_stub.o/.text, other) - third) >> 2
# rtdyld-check: decode_operand(cond, 1) = (stub_addr(branch26_stub.o/.text, far) - cond) >> 2
# rtdyld-check: decode_operand(test, 2) = (stub_addr(branch26_stub.o/.text, other) - test) >> 2
# rtdyld-check: decode_operand(behind, 0) = (rear + 4 - behind) >> 2
# bti c; adrp x16, slot; ldr x16, [x16, :lo12:slot]; br x16
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/.text, far)) = 0xd503245f
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/.text, far) + 4) = 0x90000010 + ((section_addr(branch26_stub.o, .got)[32:12] - (stub_addr(branch26_stub.o/.text, far) + 4)[32:12])[1:0] << 29) + ((section_addr(branch26_stub.o, .got)[32:14] - (stub_addr(branch26_stub.o/.text, far) + 4)[32:14]) << 5)
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/.text, far) + 8) = 0xf947f210
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/.text, far) + 12) = 0xd61f0200
# rtdyld-check: *{8}(section_addr(branch26_stub.o, .got)) = far
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/.text, other) + 8) = 0xf947f610
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/.text, other) + 12) = 0xd61f0200
# rtdyld-check: *{8}(section_addr(branch26_stub.o, .got) + 8) = other
