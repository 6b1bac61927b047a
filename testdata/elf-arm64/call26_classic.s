# R_AARCH64_CALL26 and R_AARCH64_JUMP26 to a name outside: a stub in the section, which has the address of the name and the addend.
# layout: runtimedyld the default's stubs are others: call26_stub
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=far=0x1fff12345678 -dummy-extern=other=0x234568000 \
# RUN:   -map-section=call26_classic.o,.text=0x234567ff0 -check=%s %o
	.globl	far, other
	.text
call:	bl	far
jump:	b	far
near:	bl	other
behind:	b	other + 8
back:	.reloc	., R_AARCH64_CALL26, jump
	bl	#0
forth:	.reloc	., R_AARCH64_JUMP26, label + 0x10
	b	#0
	.globl	jump, label
label:	ret

# rtdyld-check: decode_operand(call, 0) = (stub_addr(call26_classic.o/.text, far) - call) >> 2
# rtdyld-check: decode_operand(jump, 0) = (stub_addr(call26_classic.o/.text, far) - jump) >> 2
# Behind the section's 28 bytes, one for each symbol and addend:
# rtdyld-check: stub_addr(call26_classic.o/.text, far) = call + 28
# rtdyld-check: decode_operand(near, 0) = (call - near + 48) >> 2
# rtdyld-check: decode_operand(behind, 0) = (call - behind + 68) >> 2
# movz x16, #0, lsl #48; movk x16, #0x1fff, lsl #32; movk x16, #0x1234, lsl #16; movk x16, #0x5678; br x16
# rtdyld-check: *{8}(call + 28) = 0xf2c3fff0d2e00010
# rtdyld-check: *{8}(call + 36) = 0xf28acf10f2a24690
# rtdyld-check: *{4}(call + 44) = 0xd61f0200
# rtdyld-check: *{8}(call + 48) = 0xf2c00050d2e00010
# rtdyld-check: *{8}(call + 56) = 0xf2900010f2a68ad0
# rtdyld-check: *{4}(call + 64) = 0xd61f0200
# rtdyld-check: *{8}(call + 76) = 0xf2900110f2a68ad0
# Within the object it needs none:
# rtdyld-check: decode_operand(back, 0)[25:0] = ((jump - back) >> 2)[25:0]
# rtdyld-check: decode_operand(forth, 0) = (label - forth + 0x10) >> 2
