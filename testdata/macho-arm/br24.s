# ARM_RELOC_BR24: S + A - P in a BL or BLX, which becomes the other one for a function of the other instruction set, and in branches
# that cannot. What is out of reach or of the other instruction set is reached through a stub, which ARM code enters at its second word.
# layout: default RuntimeDyld has a stub for each branch
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_call_arm_s=0x20010000 -dummy-extern=_call_thumb_s=0x20010003 \
# RUN:   -dummy-extern=_call_thumb2_s=0x20010001 -dummy-extern=_call_back_s=0x1fff0000 -dummy-extern=_call_most_s=0x22000028 \
# RUN:   -dummy-extern=_call_least_s=0x1e000034 -dummy-extern=_call_mostx_s=0x2200003b -dummy-extern=_call_over_s=0x22000044 \
# RUN:   -dummy-extern=_call_under_s=0x1e000048 -dummy-extern=_call_overx_s=0x22000055 -dummy-extern=_call_far_s=0x70000000 \
# RUN:   -dummy-extern=_call_farthumb_s=0x70000001 -dummy-extern=_callx_arm_s=0x20010000 -dummy-extern=_callx_thumb_s=0x20010003 \
# RUN:   -dummy-extern=_callx_thumb2_s=0x20010001 -dummy-extern=_callx_back_s=0x1fff0000 -dummy-extern=_callx_most_s=0x22000088 \
# RUN:   -dummy-extern=_callx_least_s=0x1e000094 -dummy-extern=_callx_mostx_s=0x2200009b -dummy-extern=_callx_over_s=0x220000a4 \
# RUN:   -dummy-extern=_callx_under_s=0x1e0000a8 -dummy-extern=_callx_overx_s=0x220000b5 -dummy-extern=_callx_far_s=0x70000000 \
# RUN:   -dummy-extern=_callx_farthumb_s=0x70000001 -dummy-extern=_cond_arm_s=0x20010000 -dummy-extern=_cond_back_s=0x1fff0000 \
# RUN:   -dummy-extern=_cond_most_s=0x220000d8 -dummy-extern=_cond_least_s=0x1e0000e4 -dummy-extern=_cond_over_s=0x220000ec \
# RUN:   -dummy-extern=_cond_under_s=0x1e0000f0 -dummy-extern=_cond_thumb_s=0x20010001 -dummy-extern=_cond_far_s=0x70000000 \
# RUN:   -dummy-extern=_jump_arm_s=0x20010000 -dummy-extern=_jump_back_s=0x1fff0000 -dummy-extern=_jump_most_s=0x22000118 \
# RUN:   -dummy-extern=_jump_least_s=0x1e000124 -dummy-extern=_jump_over_s=0x2200012c -dummy-extern=_jump_under_s=0x1e000130 \
# RUN:   -dummy-extern=_jump_thumb_s=0x20010001 -dummy-extern=_jump_far_s=0x70000000 -dummy-extern=_branch_arm_s=0x20010000 \
# RUN:   -dummy-extern=_branch_back_s=0x1fff0000 -dummy-extern=_branch_most_s=0x22000158 -dummy-extern=_branch_least_s=0x1e000164 \
# RUN:   -dummy-extern=_branch_over_s=0x2200016c -dummy-extern=_branch_under_s=0x1e000170 -dummy-extern=_branch_thumb_s=0x20010001 \
# RUN:   -dummy-extern=_branch_far_s=0x70000000 -dummy-extern=_half_s=0x20010190 -map-section=br24.o,__text=0x20000000 -map-section=br24.o,__other=0x20100000 -check=%s %o
	.syntax	unified
	.code	32
	.text
	.long	0xa5a5a5a5
_call_arm:	bl	_call_arm_s
	.long	0xa5a5a5a5
_call_thumb:	bl	_call_thumb_s
	.long	0xa5a5a5a5
_call_thumb2:	bl	_call_thumb2_s
	.long	0xa5a5a5a5
_call_back:	bl	_call_back_s
	.long	0xa5a5a5a5
_call_most:	bl	_call_most_s
	.long	0xa5a5a5a5
_call_least:	bl	_call_least_s
	.long	0xa5a5a5a5
_call_mostx:	bl	_call_mostx_s
	.long	0xa5a5a5a5
_call_over:	bl	_call_over_s
	.long	0xa5a5a5a5
_call_under:	bl	_call_under_s
	.long	0xa5a5a5a5
_call_overx:	bl	_call_overx_s
	.long	0xa5a5a5a5
_call_far:	bl	_call_far_s
	.long	0xa5a5a5a5
_call_farthumb:	bl	_call_farthumb_s
	.long	0xa5a5a5a5
_callx_arm:	blx	_callx_arm_s
	.long	0xa5a5a5a5
_callx_thumb:	blx	_callx_thumb_s
	.long	0xa5a5a5a5
_callx_thumb2:	blx	_callx_thumb2_s
	.long	0xa5a5a5a5
_callx_back:	blx	_callx_back_s
	.long	0xa5a5a5a5
_callx_most:	blx	_callx_most_s
	.long	0xa5a5a5a5
_callx_least:	blx	_callx_least_s
	.long	0xa5a5a5a5
_callx_mostx:	blx	_callx_mostx_s
	.long	0xa5a5a5a5
_callx_over:	blx	_callx_over_s
	.long	0xa5a5a5a5
_callx_under:	blx	_callx_under_s
	.long	0xa5a5a5a5
_callx_overx:	blx	_callx_overx_s
	.long	0xa5a5a5a5
_callx_far:	blx	_callx_far_s
	.long	0xa5a5a5a5
_callx_farthumb:	blx	_callx_farthumb_s
	.long	0xa5a5a5a5
_cond_arm:	bleq	_cond_arm_s
	.long	0xa5a5a5a5
_cond_back:	bleq	_cond_back_s
	.long	0xa5a5a5a5
_cond_most:	bleq	_cond_most_s
	.long	0xa5a5a5a5
_cond_least:	bleq	_cond_least_s
	.long	0xa5a5a5a5
_cond_over:	bleq	_cond_over_s
	.long	0xa5a5a5a5
_cond_under:	bleq	_cond_under_s
	.long	0xa5a5a5a5
_cond_thumb:	bleq	_cond_thumb_s
	.long	0xa5a5a5a5
_cond_far:	bleq	_cond_far_s
	.long	0xa5a5a5a5
_jump_arm:	b	_jump_arm_s
	.long	0xa5a5a5a5
_jump_back:	b	_jump_back_s
	.long	0xa5a5a5a5
_jump_most:	b	_jump_most_s
	.long	0xa5a5a5a5
_jump_least:	b	_jump_least_s
	.long	0xa5a5a5a5
_jump_over:	b	_jump_over_s
	.long	0xa5a5a5a5
_jump_under:	b	_jump_under_s
	.long	0xa5a5a5a5
_jump_thumb:	b	_jump_thumb_s
	.long	0xa5a5a5a5
_jump_far:	b	_jump_far_s
	.long	0xa5a5a5a5
_branch_arm:	bne	_branch_arm_s
	.long	0xa5a5a5a5
_branch_back:	bne	_branch_back_s
	.long	0xa5a5a5a5
_branch_most:	bne	_branch_most_s
	.long	0xa5a5a5a5
_branch_least:	bne	_branch_least_s
	.long	0xa5a5a5a5
_branch_over:	bne	_branch_over_s
	.long	0xa5a5a5a5
_branch_under:	bne	_branch_under_s
	.long	0xa5a5a5a5
_branch_thumb:	bne	_branch_thumb_s
	.long	0xa5a5a5a5
_branch_far:	bne	_branch_far_s
	.long	0xa5a5a5a5
	.short	0xa5a5
_half:	bl	_half_s
	.long	0xa5a5a5a5
	.short	0xa5a5
_own_arm: bl	_arm
	.long	0xa5a5a5a5
_own_thumb: bl	_thumb
	.long	0xa5a5a5a5
_own_x:	blx	_thumb
	.long	0xa5a5a5a5
_own_jump: b	_thumb
	.long	0xa5a5a5a5
_own_section: bl	Larm
	.long	0xa5a5a5a5
_own_thumbs: blx	Lthumb
	.long	0xa5a5a5a5
	.globl	_arm, _thumb
_arm:	bx	lr
	.section __TEXT,__other,regular,pure_instructions
	.code	32
	.long	0xe12fff1e
Larm:	bx	lr
	.code	16
	.thumb_func _thumb
_thumb:	bx	lr
	nop
Lthumb: bx	lr
	nop

# rtdyld-check: *{4}_call_arm = 0xeb003ffd
# rtdyld-check: *{4}(_call_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_thumb = 0xfb003ffb
# rtdyld-check: *{4}(_call_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_thumb2 = 0xfa003ff9
# rtdyld-check: *{4}(_call_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_back = 0xebffbff7
# rtdyld-check: *{4}(_call_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_most = 0xeb7fffff
# rtdyld-check: *{4}(_call_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_least = 0xeb800000
# rtdyld-check: *{4}(_call_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_mostx = 0xfb7fffff
# rtdyld-check: *{4}(_call_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_over = 0xeb000000 + ((stub_addr(br24.o/__text, _call_over_s) + 4 - _call_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_over_s) + 8) = 0x22000044
# rtdyld-check: *{4}(_call_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_under = 0xeb000000 + ((stub_addr(br24.o/__text, _call_under_s) + 4 - _call_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_under_s) + 8) = 0x1e000048
# rtdyld-check: *{4}(_call_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_overx = 0xeb000000 + ((stub_addr(br24.o/__text, _call_overx_s) + 4 - _call_overx - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_overx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_overx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_overx_s) + 8) = 0x22000055
# rtdyld-check: *{4}(_call_overx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_overx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_far = 0xeb000000 + ((stub_addr(br24.o/__text, _call_far_s) + 4 - _call_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_call_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_call_farthumb = 0xeb000000 + ((stub_addr(br24.o/__text, _call_farthumb_s) + 4 - _call_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _call_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(_call_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_call_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_arm = 0xeb003fe5
# rtdyld-check: *{4}(_callx_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_thumb = 0xfb003fe3
# rtdyld-check: *{4}(_callx_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_thumb2 = 0xfa003fe1
# rtdyld-check: *{4}(_callx_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_back = 0xebffbfdf
# rtdyld-check: *{4}(_callx_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_most = 0xeb7fffff
# rtdyld-check: *{4}(_callx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_least = 0xeb800000
# rtdyld-check: *{4}(_callx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_mostx = 0xfb7fffff
# rtdyld-check: *{4}(_callx_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_over = 0xeb000000 + ((stub_addr(br24.o/__text, _callx_over_s) + 4 - _callx_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_over_s) + 8) = 0x220000a4
# rtdyld-check: *{4}(_callx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_under = 0xeb000000 + ((stub_addr(br24.o/__text, _callx_under_s) + 4 - _callx_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_under_s) + 8) = 0x1e0000a8
# rtdyld-check: *{4}(_callx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_overx = 0xeb000000 + ((stub_addr(br24.o/__text, _callx_overx_s) + 4 - _callx_overx - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_overx_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_overx_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_overx_s) + 8) = 0x220000b5
# rtdyld-check: *{4}(_callx_overx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_overx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_far = 0xeb000000 + ((stub_addr(br24.o/__text, _callx_far_s) + 4 - _callx_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_callx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_callx_farthumb = 0xeb000000 + ((stub_addr(br24.o/__text, _callx_farthumb_s) + 4 - _callx_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _callx_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(_callx_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_callx_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_arm = 0xb003fcd
# rtdyld-check: *{4}(_cond_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_back = 0xbffbfcb
# rtdyld-check: *{4}(_cond_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_most = 0xb7fffff
# rtdyld-check: *{4}(_cond_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_least = 0xb800000
# rtdyld-check: *{4}(_cond_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_over = 0xb000000 + ((stub_addr(br24.o/__text, _cond_over_s) + 4 - _cond_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_over_s) + 8) = 0x220000ec
# rtdyld-check: *{4}(_cond_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_under = 0xb000000 + ((stub_addr(br24.o/__text, _cond_under_s) + 4 - _cond_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_under_s) + 8) = 0x1e0000f0
# rtdyld-check: *{4}(_cond_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_thumb = 0xb000000 + ((stub_addr(br24.o/__text, _cond_thumb_s) + 4 - _cond_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_thumb_s) + 8) = 0x20010001
# rtdyld-check: *{4}(_cond_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond_far = 0xb000000 + ((stub_addr(br24.o/__text, _cond_far_s) + 4 - _cond_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _cond_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_cond_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_arm = 0xea003fbd
# rtdyld-check: *{4}(_jump_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_back = 0xeaffbfbb
# rtdyld-check: *{4}(_jump_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_most = 0xea7fffff
# rtdyld-check: *{4}(_jump_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_least = 0xea800000
# rtdyld-check: *{4}(_jump_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_over = 0xea000000 + ((stub_addr(br24.o/__text, _jump_over_s) + 4 - _jump_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_over_s) + 8) = 0x2200012c
# rtdyld-check: *{4}(_jump_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_under = 0xea000000 + ((stub_addr(br24.o/__text, _jump_under_s) + 4 - _jump_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_under_s) + 8) = 0x1e000130
# rtdyld-check: *{4}(_jump_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_thumb = 0xea000000 + ((stub_addr(br24.o/__text, _jump_thumb_s) + 4 - _jump_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_thumb_s) + 8) = 0x20010001
# rtdyld-check: *{4}(_jump_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump_far = 0xea000000 + ((stub_addr(br24.o/__text, _jump_far_s) + 4 - _jump_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _jump_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_jump_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_arm = 0x1a003fad
# rtdyld-check: *{4}(_branch_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_back = 0x1affbfab
# rtdyld-check: *{4}(_branch_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_most = 0x1a7fffff
# rtdyld-check: *{4}(_branch_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_least = 0x1a800000
# rtdyld-check: *{4}(_branch_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_over = 0x1a000000 + ((stub_addr(br24.o/__text, _branch_over_s) + 4 - _branch_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_over_s) + 8) = 0x2200016c
# rtdyld-check: *{4}(_branch_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_under = 0x1a000000 + ((stub_addr(br24.o/__text, _branch_under_s) + 4 - _branch_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_under_s) + 8) = 0x1e000170
# rtdyld-check: *{4}(_branch_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_thumb = 0x1a000000 + ((stub_addr(br24.o/__text, _branch_thumb_s) + 4 - _branch_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_thumb_s) + 8) = 0x20010001
# rtdyld-check: *{4}(_branch_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch_far = 0x1a000000 + ((stub_addr(br24.o/__text, _branch_far_s) + 4 - _branch_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _branch_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(_branch_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch_far + 4) = 0xa5a5a5a5
# The field cannot count the place of this one, at an odd halfword, so that A is -10.
# rtdyld-check: *{4}_half = 0xeb004000
# rtdyld-check: *{4}_own_arm = 0xeb000000 + ((_arm - _own_arm - 8) >> 2)
# rtdyld-check: *{4}_own_thumb = 0xfa000000 + ((0x20100008 - _own_thumb - 8) >> 2)
# rtdyld-check: *{4}_own_x = 0xfa000000 + ((0x20100008 - _own_x - 8) >> 2)
# rtdyld-check: *{4}_own_jump = 0xea000000 + ((stub_addr(br24.o/__text, _thumb) + 4 - _own_jump - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(br24.o/__text, _thumb) + 8) = 0x20100009
# rtdyld-check: *{4}_own_section = 0xeb000000 + ((0x20100004 - _own_section - 8) >> 2)
# rtdyld-check: *{4}_own_thumbs = 0xfa000000 + ((0x2010000c - _own_thumbs - 8) >> 2)
