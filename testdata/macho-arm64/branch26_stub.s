# ARM64_RELOC_BRANCH26 out of reach: a stub shared by all branches to the symbol, which jumps through its slot.
# layout: default RuntimeDyld's layout has no stubs
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_far=0x7fff12345678 -dummy-extern=_other=0x7fff23456788 \
# RUN:   -dummy-extern=_rear=0x23c567fe0 -map-section=branch26_stub.o,__text=0x234567ff0 -map-section=branch26_stub.o,.got=0x234577fe0 -check=%s %o
# The branch to what lies behind a symbol cannot use its stub:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_far=0x7fff12345678 -dummy-extern=_other=0x7fff23456788 \
# RUN:   -dummy-extern=_rear=0x23c567ff8 -map-section=branch26_stub.o,__text=0x234567ff0 %o
# ERR: __text+0xc: ARM64_RELOC_BRANCH26 to _rear: 0x8000000 does not fit signed 28
	.globl	_far, _other, _rear
	.text
_call:	bl	_far
_jump:	b	_far
_third:	bl	_other
_behind:	b	_rear + 4
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(_call, 0) = (stub_addr(branch26_stub.o/__text, _far) - _call) >> 2
# rtdyld-check: decode_operand(_jump, 0) = (stub_addr(branch26_stub.o/__text, _far) - _jump) >> 2
# rtdyld-check: decode_operand(_third, 0) = (stub_addr(branch26_stub.o/__text, _other) - _third) >> 2
# rtdyld-check: decode_operand(_behind, 0) = (_rear + 4 - _behind) >> 2
# bti c; adrp x16, slot; ldr x16, [x16, :lo12:slot]; br x16
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/__text, _far)) = 0xd503245f
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/__text, _far) + 4) = 0x90000010 + ((section_addr(branch26_stub.o, .got)[32:12] - (stub_addr(branch26_stub.o/__text, _far) + 4)[32:12])[1:0] << 29) + ((section_addr(branch26_stub.o, .got)[32:14] - (stub_addr(branch26_stub.o/__text, _far) + 4)[32:14]) << 5)
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/__text, _far) + 8) = 0xf947f210
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/__text, _far) + 12) = 0xd61f0200
# rtdyld-check: *{8}(section_addr(branch26_stub.o, .got)) = _far
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/__text, _other) + 8) = 0xf947f610
# rtdyld-check: *{4}(stub_addr(branch26_stub.o/__text, _other) + 12) = 0xd61f0200
# rtdyld-check: *{8}(section_addr(branch26_stub.o, .got) + 8) = _other
