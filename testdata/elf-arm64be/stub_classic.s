# RuntimeDyld's stub, with its instructions little-endian.
# layout: runtimedyld the default's stubs are others: stub
# llvm: no its stubs are big-endian words with little-endian fields
# RUN: rtdyld-check -verify -triple=aarch64_be-linux-gnu -dummy-extern=far=0x1fff12345678 -map-section=stub_classic.o,.text=0x234567ff0 -check=%s %o
	.globl	far
	.text
call:	bl	far

# rtdyld-check: decode_operand(call, 0) = (stub_addr(stub_classic.o/.text, far) - call) >> 2
# movz x16, #0, lsl #48; movk x16, #0x1fff, lsl #32; movk x16, #0x1234, lsl #16; movk x16, #0x5678; br x16
# rtdyld-check: *{4}(call + 4) = 0x1000e0d2
# rtdyld-check: *{4}(call + 8) = 0xf0ffc3f2
# rtdyld-check: *{4}(call + 12) = 0x9046a2f2
# rtdyld-check: *{4}(call + 16) = 0x10cf8af2
# rtdyld-check: *{4}(call + 20) = 0x00021fd6
