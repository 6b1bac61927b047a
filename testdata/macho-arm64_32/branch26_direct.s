# ARM64_RELOC_BRANCH26 to a name outside, where there are no stubs.
# layout: runtimedyld the default layout has stubs: branch26_stub
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_up=0x3c567ff0 -dummy-extern=_down=0x2c567ff8 \
# RUN:   -map-section=branch26_direct.o,__text=0x34567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_up=0x3c567ff4 -dummy-extern=_down=0x2c567ff8 \
# RUN:   -map-section=branch26_direct.o,__text=0x34567ff0 %o
# ERR: __text+0x4: ARM64_RELOC_BRANCH26 to _up: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_up=0x3c567ff0 -dummy-extern=_down=0x2c567ff4 \
# RUN:   -map-section=branch26_direct.o,__text=0x34567ff0 %o
# ERR: __text+0x8: ARM64_RELOC_BRANCH26 to _down: -0x8000004 does not fit signed 28
	.globl	_up, _down
	.text
	.long	0xa5a5a5a5
_call:	bl	_up
_jump:	b	_down
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(_call, 0) = 0x1ffffff
# rtdyld-check: decode_operand(_jump, 0)[25:0] = 0x2000000
# rtdyld-check: *{4}(_call - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump + 4) = 0xa5a5a5a5
