# Branches to places behind functions of the object itself, whose records are scattered: the function that the place is in says of
# which instruction set it is, unless the instruction changes that.
# layout: default RuntimeDyld has stubs for them: scattered_classic
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=scattered.o,__text=0x20000000 -map-section=scattered.o,__other=0x20100000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	32
_arm:	bl	_arm+4
_back:	bl	_end+8
_jump:	bne	_other+4
_call:	bl	_thumb2+4
_exchange: blx	_thumb2+4
_conditional: bleq _other+4
_end:	bx	lr
	bx	lr
	bx	lr
	.code	16
	.thumb_func _thumb
_thumb:	bl	_thumb2+4
_tjump:	b.w	_thumb2+6
_tcall:	bl	_other+4
	nop
_texchange: blx	_other+4
	.section __TEXT,__other,regular,pure_instructions
	.p2align 2
	.code	16
	.thumb_func _thumb2
_thumb2: nop
	nop
	nop
	nop
	.code	32
_other:	bx	lr
	bx	lr

# rtdyld-check: *{4}_arm = 0xebffffff
# rtdyld-check: *{4}_back = ((_end - _back) >> 2) + 0xeb000000
# rtdyld-check: *{4}_jump = ((_other - _jump - 4) >> 2) + 0x1a000000
# rtdyld-check: *{4}_call = ((_thumb2 - 1 - _call - 4) >> 2) + 0xfa000000
# rtdyld-check: *{4}_exchange = ((_thumb2 - 1 - _exchange - 4) >> 2) + 0xfa000000
# rtdyld-check: *{4}_conditional = ((_other - _conditional - 4) >> 2) + 0x0b000000
# BL, S = 0, imm10 = (D >> 12) & 0x3ff, J1 = J2 = 1, imm11 = (D >> 1) & 0x7ff, D = S + A - P
# rtdyld-check: *{4}_thumb = (((_thumb2 - _thumb) >> 1)[10:0] << 16) + ((_thumb2 - _thumb) >> 12) + 0xf800f000
# B.W
# rtdyld-check: *{4}_tjump = (((_thumb2 - 1 - _tjump + 2) >> 1)[10:0] << 16) + ((_thumb2 - 1 - _tjump + 2) >> 12) + 0xb800f000
# rtdyld-check: *{4}_tcall = (((_other + 4 - ((_tcall + 4)[31:2] << 2)) >> 1)[10:0] << 16) + ((_other + 4 - ((_tcall + 4)[31:2] << 2)) >> 12) + 0xe800f000
# rtdyld-check: *{4}_texchange = (((_other + 4 - ((_texchange + 4)[31:2] << 2)) >> 1)[10:0] << 16) + ((_other + 4 - ((_texchange + 4)[31:2] << 2)) >> 12) + 0xe800f000
