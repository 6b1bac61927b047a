# A stub is little-endian, the slot that it jumps through big-endian.
# layout: default RuntimeDyld's stubs are others: stub_classic
# RUN: rtdyld-check -verify -triple=aarch64_be-linux-gnu -dummy-extern=far=0x7fff12345678 \
# RUN:   -map-section=stub.o,.text=0x234567fe0 -map-section=stub.o,.got=0x23456fff0 -check=%s %o
	.globl	far
	.text
call:	bl	far

# rtdyld-check: decode_operand(call, 0) = (stub_addr(stub.o/.text, far) - call) >> 2
# rtdyld-check: *{1}(stub_addr(stub.o/.text, far)) = 0x5f
# rtdyld-check: *{4}(stub_addr(stub.o/.text, far)) = 0x5f2403d5
# rtdyld-check: *{4}(stub_addr(stub.o/.text, far) + 8) = 0x10fa47f9
# rtdyld-check: *{4}(stub_addr(stub.o/.text, far) + 12) = 0x00021fd6
# rtdyld-check: *{8}(section_addr(stub.o, .got)) = far
# rtdyld-check: *{1}(section_addr(stub.o, .got) + 7) = 0x78
