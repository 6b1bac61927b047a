# ARM_THUMB_RELOC_BR22: S + A - P in a BL or BLX, which becomes the other one for a function of the other instruction set, and in B.W,
# which cannot; that of BLX counts from a multiple of 4. What is out of reach or of the other instruction set is reached through a stub.
# layout: default RuntimeDyld has a stub for each branch
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_call_thumb_s=0x20010003 -dummy-extern=_call_arm_s=0x20010004 \
# RUN:   -dummy-extern=_call_arm2_s=0x1fff0000 -dummy-extern=_call_back_s=0x1fff0001 -dummy-extern=_call_most_s=0x21000027 \
# RUN:   -dummy-extern=_call_least_s=0x1f000031 -dummy-extern=_call_mostx_s=0x21000034 -dummy-extern=_call_leastx_s=0x1f000040 \
# RUN:   -dummy-extern=_call_over_s=0x21000049 -dummy-extern=_call_under_s=0x1f00004f -dummy-extern=_call_overx_s=0x21000058 \
# RUN:   -dummy-extern=_call_underx_s=0x1f00005c -dummy-extern=_call_far_s=0x70000000 -dummy-extern=_call_farthumb_s=0x70000001 \
# RUN:   -dummy-extern=_callx_thumb_s=0x20010003 -dummy-extern=_callx_arm_s=0x20010004 -dummy-extern=_callx_arm2_s=0x1fff0000 \
# RUN:   -dummy-extern=_callx_back_s=0x1fff0001 -dummy-extern=_callx_most_s=0x21000097 -dummy-extern=_callx_least_s=0x1f0000a1 \
# RUN:   -dummy-extern=_callx_mostx_s=0x210000a4 -dummy-extern=_callx_leastx_s=0x1f0000b0 -dummy-extern=_callx_over_s=0x210000b9 \
# RUN:   -dummy-extern=_callx_under_s=0x1f0000bf -dummy-extern=_callx_overx_s=0x210000c8 -dummy-extern=_callx_underx_s=0x1f0000cc \
# RUN:   -dummy-extern=_callx_far_s=0x70000000 -dummy-extern=_callx_farthumb_s=0x70000001 -dummy-extern=_jump_thumb_s=0x20010003 \
# RUN:   -dummy-extern=_jump_back_s=0x1fff0001 -dummy-extern=_jump_most_s=0x210000f7 -dummy-extern=_jump_least_s=0x1f000101 \
# RUN:   -dummy-extern=_jump_arm_s=0x20010004 -dummy-extern=_jump_over_s=0x21000111 -dummy-extern=_jump_under_s=0x1f000117 \
# RUN:   -dummy-extern=_jump_far_s=0x70000000 -dummy-extern=_callh_thumb_s=0x20010003 -dummy-extern=_callh_arm_s=0x20010004 \
# RUN:   -dummy-extern=_callh_arm2_s=0x1fff0000 -dummy-extern=_callh_back_s=0x1fff0001 -dummy-extern=_callh_most_s=0x21000149 \
# RUN:   -dummy-extern=_callh_least_s=0x1f000153 -dummy-extern=_callh_mostx_s=0x21000154 -dummy-extern=_callh_leastx_s=0x1f000160 \
# RUN:   -dummy-extern=_callh_over_s=0x2100016b -dummy-extern=_callh_under_s=0x1f000171 -dummy-extern=_callh_overx_s=0x21000178 \
# RUN:   -dummy-extern=_callh_underx_s=0x1f00017c -dummy-extern=_callh_far_s=0x70000000 -dummy-extern=_callh_farthumb_s=0x70000001 \
# RUN:   -dummy-extern=_callxh_thumb_s=0x20010003 -dummy-extern=_callxh_arm_s=0x20010004 -dummy-extern=_callxh_arm2_s=0x1fff0000 \
# RUN:   -dummy-extern=_callxh_back_s=0x1fff0001 -dummy-extern=_callxh_most_s=0x210001b9 -dummy-extern=_callxh_least_s=0x1f0001c3 \
# RUN:   -dummy-extern=_callxh_mostx_s=0x210001c4 -dummy-extern=_callxh_leastx_s=0x1f0001d0 -dummy-extern=_callxh_over_s=0x210001db \
# RUN:   -dummy-extern=_callxh_under_s=0x1f0001e1 -dummy-extern=_callxh_overx_s=0x210001e8 -dummy-extern=_callxh_underx_s=0x1f0001ec \
# RUN:   -dummy-extern=_callxh_far_s=0x70000000 -dummy-extern=_callxh_farthumb_s=0x70000001 -dummy-extern=_jumph_thumb_s=0x20010003 \
# RUN:   -dummy-extern=_jumph_back_s=0x1fff0001 -dummy-extern=_jumph_most_s=0x21000219 -dummy-extern=_jumph_least_s=0x1f000223 \
# RUN:   -dummy-extern=_jumph_arm_s=0x20010004 -dummy-extern=_jumph_over_s=0x21000233 -dummy-extern=_jumph_under_s=0x1f000239 \
# RUN:   -dummy-extern=_jumph_far_s=0x70000000 -map-section=br22.o,__text=0x20000000 -map-section=br22.o,__other=0x20100000 -check=%s %o
	.syntax	unified
	.code	16
	.text
	.p2align	2
	.long	0xa5a5a5a5
_call_thumb:	bl	_call_thumb_s
	.long	0xa5a5a5a5
_call_arm:	bl	_call_arm_s
	.long	0xa5a5a5a5
_call_arm2:	bl	_call_arm2_s
	.long	0xa5a5a5a5
_call_back:	bl	_call_back_s
	.long	0xa5a5a5a5
_call_most:	bl	_call_most_s
	.long	0xa5a5a5a5
_call_least:	bl	_call_least_s
	.long	0xa5a5a5a5
_call_mostx:	bl	_call_mostx_s
	.long	0xa5a5a5a5
_call_leastx:	bl	_call_leastx_s
	.long	0xa5a5a5a5
_call_over:	bl	_call_over_s
	.long	0xa5a5a5a5
_call_under:	bl	_call_under_s
	.long	0xa5a5a5a5
_call_overx:	bl	_call_overx_s
	.long	0xa5a5a5a5
_call_underx:	bl	_call_underx_s
	.long	0xa5a5a5a5
_call_far:	bl	_call_far_s
	.long	0xa5a5a5a5
_call_farthumb:	bl	_call_farthumb_s
	.long	0xa5a5a5a5
_callx_thumb:	blx	_callx_thumb_s
	.long	0xa5a5a5a5
_callx_arm:	blx	_callx_arm_s
	.long	0xa5a5a5a5
_callx_arm2:	blx	_callx_arm2_s
	.long	0xa5a5a5a5
_callx_back:	blx	_callx_back_s
	.long	0xa5a5a5a5
_callx_most:	blx	_callx_most_s
	.long	0xa5a5a5a5
_callx_least:	blx	_callx_least_s
	.long	0xa5a5a5a5
_callx_mostx:	blx	_callx_mostx_s
	.long	0xa5a5a5a5
_callx_leastx:	blx	_callx_leastx_s
	.long	0xa5a5a5a5
_callx_over:	blx	_callx_over_s
	.long	0xa5a5a5a5
_callx_under:	blx	_callx_under_s
	.long	0xa5a5a5a5
_callx_overx:	blx	_callx_overx_s
	.long	0xa5a5a5a5
_callx_underx:	blx	_callx_underx_s
	.long	0xa5a5a5a5
_callx_far:	blx	_callx_far_s
	.long	0xa5a5a5a5
_callx_farthumb:	blx	_callx_farthumb_s
	.long	0xa5a5a5a5
_jump_thumb:	b.w	_jump_thumb_s
	.long	0xa5a5a5a5
_jump_back:	b.w	_jump_back_s
	.long	0xa5a5a5a5
_jump_most:	b.w	_jump_most_s
	.long	0xa5a5a5a5
_jump_least:	b.w	_jump_least_s
	.long	0xa5a5a5a5
_jump_arm:	b.w	_jump_arm_s
	.long	0xa5a5a5a5
_jump_over:	b.w	_jump_over_s
	.long	0xa5a5a5a5
_jump_under:	b.w	_jump_under_s
	.long	0xa5a5a5a5
_jump_far:	b.w	_jump_far_s
	.long	0xa5a5a5a5
	.short	0xa5a5
_callh_thumb:	bl	_callh_thumb_s
	.long	0xa5a5a5a5
_callh_arm:	bl	_callh_arm_s
	.long	0xa5a5a5a5
_callh_arm2:	bl	_callh_arm2_s
	.long	0xa5a5a5a5
_callh_back:	bl	_callh_back_s
	.long	0xa5a5a5a5
_callh_most:	bl	_callh_most_s
	.long	0xa5a5a5a5
_callh_least:	bl	_callh_least_s
	.long	0xa5a5a5a5
_callh_mostx:	bl	_callh_mostx_s
	.long	0xa5a5a5a5
_callh_leastx:	bl	_callh_leastx_s
	.long	0xa5a5a5a5
_callh_over:	bl	_callh_over_s
	.long	0xa5a5a5a5
_callh_under:	bl	_callh_under_s
	.long	0xa5a5a5a5
_callh_overx:	bl	_callh_overx_s
	.long	0xa5a5a5a5
_callh_underx:	bl	_callh_underx_s
	.long	0xa5a5a5a5
_callh_far:	bl	_callh_far_s
	.long	0xa5a5a5a5
_callh_farthumb:	bl	_callh_farthumb_s
	.long	0xa5a5a5a5
_callxh_thumb:	blx	_callxh_thumb_s
	.long	0xa5a5a5a5
_callxh_arm:	blx	_callxh_arm_s
	.long	0xa5a5a5a5
_callxh_arm2:	blx	_callxh_arm2_s
	.long	0xa5a5a5a5
_callxh_back:	blx	_callxh_back_s
	.long	0xa5a5a5a5
_callxh_most:	blx	_callxh_most_s
	.long	0xa5a5a5a5
_callxh_least:	blx	_callxh_least_s
	.long	0xa5a5a5a5
_callxh_mostx:	blx	_callxh_mostx_s
	.long	0xa5a5a5a5
_callxh_leastx:	blx	_callxh_leastx_s
	.long	0xa5a5a5a5
_callxh_over:	blx	_callxh_over_s
	.long	0xa5a5a5a5
_callxh_under:	blx	_callxh_under_s
	.long	0xa5a5a5a5
_callxh_overx:	blx	_callxh_overx_s
	.long	0xa5a5a5a5
_callxh_underx:	blx	_callxh_underx_s
	.long	0xa5a5a5a5
_callxh_far:	blx	_callxh_far_s
	.long	0xa5a5a5a5
_callxh_farthumb:	blx	_callxh_farthumb_s
	.long	0xa5a5a5a5
_jumph_thumb:	b.w	_jumph_thumb_s
	.long	0xa5a5a5a5
_jumph_back:	b.w	_jumph_back_s
	.long	0xa5a5a5a5
_jumph_most:	b.w	_jumph_most_s
	.long	0xa5a5a5a5
_jumph_least:	b.w	_jumph_least_s
	.long	0xa5a5a5a5
_jumph_arm:	b.w	_jumph_arm_s
	.long	0xa5a5a5a5
_jumph_over:	b.w	_jumph_over_s
	.long	0xa5a5a5a5
_jumph_under:	b.w	_jumph_under_s
	.long	0xa5a5a5a5
_jumph_far:	b.w	_jumph_far_s
	.long	0xa5a5a5a5
_own_thumb: bl	_thumb
	.long	0xa5a5a5a5
_own_arm: bl	_arm
	.long	0xa5a5a5a5
_own_x:	blx	_arm
	.long	0xa5a5a5a5
_own_jump: b.w	_arm
	.long	0xa5a5a5a5
_own_section: bl	Lthumb
	.long	0xa5a5a5a5
_own_armsection: blx	Larm
	.long	0xa5a5a5a5
_own_behind: b.w	Lthumb
	.long	0xa5a5a5a5
	.globl	_arm, _thumb
	.section __TEXT,__other,regular,pure_instructions
	.p2align 2
	.code	16
	nop
	.thumb_func _thumb
_thumb:	bx	lr
	nop
Lthumb: bx	lr
	.code	32
_arm:	bx	lr
Larm:	bx	lr

# rtdyld-check: *{4}_call_thumb = 0xfffdf00f
# rtdyld-check: *{4}(_call_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_arm = 0xeffaf00f
# rtdyld-check: *{4}(_call_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_arm2 = 0xeff4f7ef
# rtdyld-check: *{4}(_call_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_back = 0xfff0f7ef
# rtdyld-check: *{4}(_call_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_most = 0xd7fff3ff
# rtdyld-check: *{4}(_call_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_least = 0xd000f400
# rtdyld-check: *{4}(_call_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(_call_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_leastx = 0xc000f400
# rtdyld-check: *{4}(_call_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_over = ((0xf800 + ((stub_addr(br22.o/__text, _call_over_s) - _call_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _call_over_s) - _call_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_over_s) + 8) = 0x21000049
# rtdyld-check: *{4}(_call_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_under = ((0xf800 + ((stub_addr(br22.o/__text, _call_under_s) - _call_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _call_under_s) - _call_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_under_s) + 8) = 0x1f00004f
# rtdyld-check: *{4}(_call_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_overx = ((0xf800 + ((stub_addr(br22.o/__text, _call_overx_s) - _call_overx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _call_overx_s) - _call_overx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_overx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_overx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_overx_s) + 8) = 0x21000058
# rtdyld-check: *{4}(_call_overx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_overx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_underx = ((0xf800 + ((stub_addr(br22.o/__text, _call_underx_s) - _call_underx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _call_underx_s) - _call_underx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_underx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_underx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_underx_s) + 8) = 0x1f00005c
# rtdyld-check: *{4}(_call_underx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_underx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_far = ((0xf800 + ((stub_addr(br22.o/__text, _call_far_s) - _call_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _call_far_s) - _call_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_call_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_farthumb = ((0xf800 + ((stub_addr(br22.o/__text, _call_farthumb_s) - _call_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _call_farthumb_s) - _call_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _call_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(_call_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_thumb = 0xffc5f00f
# rtdyld-check: *{4}(_callx_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_arm = 0xefc2f00f
# rtdyld-check: *{4}(_callx_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_arm2 = 0xefbcf7ef
# rtdyld-check: *{4}(_callx_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_back = 0xffb8f7ef
# rtdyld-check: *{4}(_callx_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_most = 0xd7fff3ff
# rtdyld-check: *{4}(_callx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_least = 0xd000f400
# rtdyld-check: *{4}(_callx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(_callx_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_leastx = 0xc000f400
# rtdyld-check: *{4}(_callx_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_over = ((0xf800 + ((stub_addr(br22.o/__text, _callx_over_s) - _callx_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callx_over_s) - _callx_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_over_s) + 8) = 0x210000b9
# rtdyld-check: *{4}(_callx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_under = ((0xf800 + ((stub_addr(br22.o/__text, _callx_under_s) - _callx_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callx_under_s) - _callx_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_under_s) + 8) = 0x1f0000bf
# rtdyld-check: *{4}(_callx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_overx = ((0xf800 + ((stub_addr(br22.o/__text, _callx_overx_s) - _callx_overx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callx_overx_s) - _callx_overx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_overx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_overx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_overx_s) + 8) = 0x210000c8
# rtdyld-check: *{4}(_callx_overx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_overx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_underx = ((0xf800 + ((stub_addr(br22.o/__text, _callx_underx_s) - _callx_underx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callx_underx_s) - _callx_underx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_underx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_underx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_underx_s) + 8) = 0x1f0000cc
# rtdyld-check: *{4}(_callx_underx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_underx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_far = ((0xf800 + ((stub_addr(br22.o/__text, _callx_far_s) - _callx_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callx_far_s) - _callx_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_callx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_farthumb = ((0xf800 + ((stub_addr(br22.o/__text, _callx_farthumb_s) - _callx_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callx_farthumb_s) - _callx_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callx_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(_callx_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_thumb = 0xbf8df00f
# rtdyld-check: *{4}(_jump_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_back = 0xbf88f7ef
# rtdyld-check: *{4}(_jump_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_most = 0x97fff3ff
# rtdyld-check: *{4}(_jump_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_least = 0x9000f400
# rtdyld-check: *{4}(_jump_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_arm = ((0xb800 + ((stub_addr(br22.o/__text, _jump_arm_s) - _jump_arm - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jump_arm_s) - _jump_arm - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_arm_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_arm_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_arm_s) + 8) = 0x20010004
# rtdyld-check: *{4}(_jump_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_over = ((0xb800 + ((stub_addr(br22.o/__text, _jump_over_s) - _jump_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jump_over_s) - _jump_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_over_s) + 8) = 0x21000111
# rtdyld-check: *{4}(_jump_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_under = ((0xb800 + ((stub_addr(br22.o/__text, _jump_under_s) - _jump_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jump_under_s) - _jump_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_under_s) + 8) = 0x1f000117
# rtdyld-check: *{4}(_jump_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_far = ((0xb800 + ((stub_addr(br22.o/__text, _jump_far_s) - _jump_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jump_far_s) - _jump_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jump_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_jump_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_thumb = 0xff6cf00f
# rtdyld-check: *{4}(_callh_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_arm = 0xef6af00f
# rtdyld-check: *{4}(_callh_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_arm2 = 0xef64f7ef
# rtdyld-check: *{4}(_callh_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_back = 0xff5ff7ef
# rtdyld-check: *{4}(_callh_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_most = 0xd7fff3ff
# rtdyld-check: *{4}(_callh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_least = 0xd000f400
# rtdyld-check: *{4}(_callh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(_callh_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_leastx = 0xc000f400
# rtdyld-check: *{4}(_callh_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_over = ((0xf800 + ((stub_addr(br22.o/__text, _callh_over_s) - _callh_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callh_over_s) - _callh_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_over_s) + 8) = 0x2100016b
# rtdyld-check: *{4}(_callh_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_under = ((0xf800 + ((stub_addr(br22.o/__text, _callh_under_s) - _callh_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callh_under_s) - _callh_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_under_s) + 8) = 0x1f000171
# rtdyld-check: *{4}(_callh_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_overx = ((0xf800 + ((stub_addr(br22.o/__text, _callh_overx_s) - _callh_overx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callh_overx_s) - _callh_overx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_overx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_overx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_overx_s) + 8) = 0x21000178
# rtdyld-check: *{4}(_callh_overx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_overx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_underx = ((0xf800 + ((stub_addr(br22.o/__text, _callh_underx_s) - _callh_underx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callh_underx_s) - _callh_underx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_underx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_underx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_underx_s) + 8) = 0x1f00017c
# rtdyld-check: *{4}(_callh_underx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_underx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_far = ((0xf800 + ((stub_addr(br22.o/__text, _callh_far_s) - _callh_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callh_far_s) - _callh_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_callh_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callh_farthumb = ((0xf800 + ((stub_addr(br22.o/__text, _callh_farthumb_s) - _callh_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callh_farthumb_s) - _callh_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callh_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(_callh_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callh_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_thumb = 0xff34f00f
# rtdyld-check: *{4}(_callxh_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_arm = 0xef32f00f
# rtdyld-check: *{4}(_callxh_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_arm2 = 0xef2cf7ef
# rtdyld-check: *{4}(_callxh_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_back = 0xff27f7ef
# rtdyld-check: *{4}(_callxh_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_most = 0xd7fff3ff
# rtdyld-check: *{4}(_callxh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_least = 0xd000f400
# rtdyld-check: *{4}(_callxh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(_callxh_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_leastx = 0xc000f400
# rtdyld-check: *{4}(_callxh_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_over = ((0xf800 + ((stub_addr(br22.o/__text, _callxh_over_s) - _callxh_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callxh_over_s) - _callxh_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_over_s) + 8) = 0x210001db
# rtdyld-check: *{4}(_callxh_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_under = ((0xf800 + ((stub_addr(br22.o/__text, _callxh_under_s) - _callxh_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callxh_under_s) - _callxh_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_under_s) + 8) = 0x1f0001e1
# rtdyld-check: *{4}(_callxh_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_overx = ((0xf800 + ((stub_addr(br22.o/__text, _callxh_overx_s) - _callxh_overx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callxh_overx_s) - _callxh_overx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_overx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_overx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_overx_s) + 8) = 0x210001e8
# rtdyld-check: *{4}(_callxh_overx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_overx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_underx = ((0xf800 + ((stub_addr(br22.o/__text, _callxh_underx_s) - _callxh_underx - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callxh_underx_s) - _callxh_underx - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_underx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_underx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_underx_s) + 8) = 0x1f0001ec
# rtdyld-check: *{4}(_callxh_underx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_underx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_far = ((0xf800 + ((stub_addr(br22.o/__text, _callxh_far_s) - _callxh_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callxh_far_s) - _callxh_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_callxh_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callxh_farthumb = ((0xf800 + ((stub_addr(br22.o/__text, _callxh_farthumb_s) - _callxh_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _callxh_farthumb_s) - _callxh_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _callxh_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(_callxh_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callxh_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_thumb = 0xbefcf00f
# rtdyld-check: *{4}(_jumph_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_back = 0xbef7f7ef
# rtdyld-check: *{4}(_jumph_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_most = 0x97fff3ff
# rtdyld-check: *{4}(_jumph_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_least = 0x9000f400
# rtdyld-check: *{4}(_jumph_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_arm = ((0xb800 + ((stub_addr(br22.o/__text, _jumph_arm_s) - _jumph_arm - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jumph_arm_s) - _jumph_arm - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_arm_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_arm_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_arm_s) + 8) = 0x20010004
# rtdyld-check: *{4}(_jumph_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_over = ((0xb800 + ((stub_addr(br22.o/__text, _jumph_over_s) - _jumph_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jumph_over_s) - _jumph_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_over_s) + 8) = 0x21000233
# rtdyld-check: *{4}(_jumph_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_under = ((0xb800 + ((stub_addr(br22.o/__text, _jumph_under_s) - _jumph_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jumph_under_s) - _jumph_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_under_s) + 8) = 0x1f000239
# rtdyld-check: *{4}(_jumph_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph_far = ((0xb800 + ((stub_addr(br22.o/__text, _jumph_far_s) - _jumph_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _jumph_far_s) - _jumph_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _jumph_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_jumph_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph_far + 4) = 0xa5a5a5a5
# rtdyld-check: _thumb = 0x20100003
# rtdyld-check: _arm = 0x20100008
# rtdyld-check: *{4}_own_thumb = 0xfedcf0ff
# rtdyld-check: *{4}_own_arm = 0xeedcf0ff
# rtdyld-check: *{4}_own_x = 0xeed8f0ff
# rtdyld-check: *{4}_own_jump = ((0xb800 + ((stub_addr(br22.o/__text, _arm) - _own_jump - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(br22.o/__text, _arm) - _own_jump - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(br22.o/__text, _arm) + 8) = 0x20100008
# rtdyld-check: *{4}_own_section = 0xfecef0ff
# rtdyld-check: *{4}_own_armsection = 0xeecef0ff
# rtdyld-check: *{4}_own_behind = 0xbec6f0ff
