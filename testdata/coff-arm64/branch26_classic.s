# IMAGE_REL_ARM64_BRANCH26 to a name outside: each place has a stub of its own in the section, which has the address of the name.
# layout: runtimedyld the default's stubs are others: branch26_stub
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=far=0x1fff12345678 -dummy-extern=other=0x234568000 \
# RUN:   -map-section=branch26_classic.o,.text=0x234567ff0 -check=%s %o
	.globl	far, other
	.text
call:	bl	far
jump:	b	far
near:	bl	other
back:	bl	jump
	.globl	jump, label
forth:	b	label + 0x10
label:	ret
	.section .text$a,"xr"
again:	bl	far

# rtdyld-check: decode_operand(call, 0) = (call - call + 24) >> 2
# rtdyld-check: decode_operand(jump, 0) = (call - jump + 44) >> 2
# rtdyld-check: decode_operand(near, 0) = (call - near + 64) >> 2
# rtdyld-check: decode_operand(again, 0) = (stub_addr(branch26_classic.o/.text$a, far) - again) >> 2
# rtdyld-check: stub_addr(branch26_classic.o/.text, other) = call + 64
# Behind the section's 24 bytes: movz x16, #0, lsl #48; movk x16, #0x1fff, lsl #32; movk x16, #0x1234, lsl #16; movk x16, #0x5678; br x16
# rtdyld-check: *{8}(call + 24) = 0xf2c3fff0d2e00010
# rtdyld-check: *{8}(call + 32) = 0xf28acf10f2a24690
# rtdyld-check: *{4}(call + 40) = 0xd61f0200
# rtdyld-check: *{8}(call + 44) = 0xf2c3fff0d2e00010
# rtdyld-check: *{8}(call + 52) = 0xf28acf10f2a24690
# rtdyld-check: *{4}(call + 60) = 0xd61f0200
# rtdyld-check: *{8}(call + 64) = 0xf2c00050d2e00010
# rtdyld-check: *{8}(call + 72) = 0xf2900010f2a68ad0
# rtdyld-check: *{4}(call + 80) = 0xd61f0200
# rtdyld-check: *{8}(stub_addr(branch26_classic.o/.text$a, far) + 0) = 0xf2c3fff0d2e00010
# rtdyld-check: *{8}(stub_addr(branch26_classic.o/.text$a, far) + 8) = 0xf28acf10f2a24690
# rtdyld-check: *{4}(stub_addr(branch26_classic.o/.text$a, far) + 16) = 0xd61f0200
# Within the object it needs none:
# rtdyld-check: decode_operand(back, 0)[25:0] = ((jump - back) >> 2)[25:0]
# rtdyld-check: decode_operand(forth, 0) = (label - forth + 0x10) >> 2
