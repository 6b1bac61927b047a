# Branches to places behind functions of the object itself, whose records are scattered, in RuntimeDyld's layout: through stubs that know
# of which instruction set the place is.
# layout: runtimedyld the default layout needs no stubs for most of them: scattered
# llvm: no scattered branches are skipped
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=scattered_classic.o,__text=0x20000000 -map-section=scattered_classic.o,__other=0x70000000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	32
_arm:	bl	_arm+4
_second: bl	_there+4
_third:	blx	_thumb2+4
_fourth: bleq	_other+4
	bx	lr
	.code	16
	.thumb_func _thumb
_thumb:	bl	_thumb2+2
_tjump:	b.w	_thumb2+2
_tcall:	bl	_other+4
_texchange: blx	_other+4
_tlabel: bl	Llabel
	.section __TEXT,__other,regular,pure_instructions
	.p2align 2
	.code	16
Llabel:	nop
	nop
	.thumb_func _thumb2
_thumb2: nop
	nop
	.thumb_func _there
_there:	nop
	nop
	nop
	nop
	.code	32
_other:	bx	lr
	bx	lr

# rtdyld-check: *{4}_arm = ((stub_addr(scattered_classic.o/__text, _second) - _arm - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(scattered_classic.o/__text, _second)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(scattered_classic.o/__text, _second) + 4) = _second
# ldr pc, [pc, #-4] in ARM state
# rtdyld-check: (*{4}_second)[31:24] = 0xeb
# rtdyld-check: *{4}(_second + ((*{4}_second)[23:0] << 2) + 8) = 0xe51ff004
# rtdyld-check: *{4}(_second + ((*{4}_second)[23:0] << 2) + 12) = _there + 4
# BLX becomes BL, for the stub is ARM code.
# rtdyld-check: *{4}_third = ((stub_addr(scattered_classic.o/__text, _there) - _third - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(scattered_classic.o/__text, _there)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(scattered_classic.o/__text, _there) + 4) = _there
# rtdyld-check: (*{4}_fourth)[31:24] = 0x0b
# rtdyld-check: *{4}(_fourth + ((*{4}_fourth)[23:0] << 2) + 12) = _other + 4
# BL, in Thumb state: the stub is ldr.w pc, [pc] and less than 2 KiB away.
# rtdyld-check: (*{4}_thumb)[31:27] = 0x1f
# rtdyld-check: (*{4}_thumb)[15:0] = 0xf000
# rtdyld-check: *{4}(_thumb + ((*{4}_thumb)[26:16] << 1) + 4) = 0xf000f8df
# rtdyld-check: *{4}(_thumb + ((*{4}_thumb)[26:16] << 1) + 8) = _thumb2 + 2
# B.W
# rtdyld-check: (*{4}_tjump)[31:27] = 0x17
# rtdyld-check: (*{4}_tjump)[15:0] = 0xf000
# rtdyld-check: *{4}(_tjump + ((*{4}_tjump)[26:16] << 1) + 8) = _thumb2 + 2
# rtdyld-check: (*{4}_tcall)[31:27] = 0x1f
# rtdyld-check: *{4}(_tcall + ((*{4}_tcall)[26:16] << 1) + 8) = _other + 4
# BLX becomes BL, for the stub is Thumb code.
# rtdyld-check: (*{4}_texchange)[31:27] = 0x1f
# rtdyld-check: (*{4}_texchange)[15:0] = 0xf000
# rtdyld-check: *{4}(_texchange + ((*{4}_texchange)[26:16] << 1) + 4) = 0xf000f8df
# rtdyld-check: *{4}(_texchange + ((*{4}_texchange)[26:16] << 1) + 8) = _other + 4
# No function begins before the label: BL stays in Thumb state.
# rtdyld-check: (*{4}_tlabel)[31:27] = 0x1f
# rtdyld-check: *{4}(_tlabel + ((*{4}_tlabel)[26:16] << 1) + 8) = 0x70000001
