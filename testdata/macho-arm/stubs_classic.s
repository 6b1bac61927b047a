# ARM_RELOC_BR24 and ARM_THUMB_RELOC_BR22 as RuntimeDyld has them: through a stub of 8 bytes, one for each place, instruction set and section.
# layout: runtimedyld the default layout has other stubs and needs fewer
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_ext=0x70000000 -dummy-extern=_thumb=0x70001235 -dummy-extern=_more=0x20001000 \
# RUN:   -dummy-extern=_less=0x70002001 -dummy-extern=_jump=0x70003000 -dummy-extern=_both=0x70004000 \
# RUN:   -map-section=stubs_classic.o,__text=0x20000000 -map-section=stubs_classic.o,__other=0x30000004 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	32
	.globl	_arm
_arm:	bl	_ext
_again:	bl	_ext
_armjump: b	_jump
_cond:	bleq	_jump
_armthumb: bl	_thumb
_plus:	bl	_more+8
_armboth: bl	_both
_own:	bl	_arm
_owninner: bl	_inner
_ownthumb: bl	_tfun
_ownalias: bl	_tfun2
_inner:	bx	lr
	.code	16
	.thumb_func _tcode
_tcode:	bl	_both
_tagain: bl	_both
_minus:	bl	_less-8
	nop
_tarm:	bl	_arm2
_tfar:	bl	_tfun3
_tfar2:	bl	_tfun3
	bx	lr
	.section __TEXT,__other,regular,pure_instructions
	.p2align 2
	.code	16
	.globl	_tfun, _tfun2
	.thumb_func _tfun
	.thumb_func _tfun2
_tfun:
_tfun2:	bl	_both
_tback:	bl	_tcode
_tbackarm: bl	_inner
	.thumb_func _tfun3
_tfun3:	bx	lr
	nop
	.code	32
_arm2:	bl	_tfun3
	bx	lr

# rtdyld-check: *{4}_arm = ((stub_addr(stubs_classic.o/__text, _ext) - _arm - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}_again = ((stub_addr(stubs_classic.o/__text, _ext) - _again - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _ext)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _ext) + 4) = _ext
# rtdyld-check: *{4}_armjump = ((stub_addr(stubs_classic.o/__text, _jump) - _armjump - 8) >> 2) + 0xea000000
# rtdyld-check: *{4}_cond = ((stub_addr(stubs_classic.o/__text, _jump) - _cond - 8) >> 2) + 0x0b000000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _jump) + 4) = _jump
# rtdyld-check: *{4}_armthumb = ((stub_addr(stubs_classic.o/__text, _thumb) - _armthumb - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _thumb)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _thumb) + 4) = _thumb
# rtdyld-check: *{4}_plus = ((stub_addr(stubs_classic.o/__text, _more) - _plus - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _more) + 4) = _more + 8
# rtdyld-check: *{4}_own = ((stub_addr(stubs_classic.o/__text, _arm) - _own - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _arm) + 4) = _arm
# rtdyld-check: *{4}_owninner = ((stub_addr(stubs_classic.o/__text, _inner) - _owninner - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _inner) + 4) = _inner
# A function's stub is the same by whatever name it goes; _ownthumb and _ownalias are beside each other.
# rtdyld-check: (*{4}_ownthumb)[31:24] = 0xeb
# rtdyld-check: *{4}_ownthumb = (*{4}_ownalias) + 1
# rtdyld-check: *{4}(_ownthumb + ((*{4}_ownthumb)[23:0] << 2) + 12) = _tfun
# rtdyld-check: _tfun[0:0] = 1
# Of the stubs with one name that of Thumb code is told of last.
# rtdyld-check: (*{4}_tcode) = ((((stub_addr(stubs_classic.o/__text, _both) - _tcode - 3) >> 1)[10:0] + 0xf800) << 16) + 0xf000
# rtdyld-check: (*{4}_tagain) = ((((stub_addr(stubs_classic.o/__text, _both) - _tagain - 4) >> 1)[10:0] + 0xf800) << 16) + 0xf000
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _both)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _both) + 4) = _both
# rtdyld-check: (*{4}_armboth)[31:24] = 0xeb
# rtdyld-check: *{4}(_armboth + ((*{4}_armboth)[23:0] << 2) + 8) = 0xe51ff004
# rtdyld-check: *{4}(_armboth + ((*{4}_armboth)[23:0] << 2) + 12) = _both
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _less)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _less) + 4) = _less - 8
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _arm2)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _arm2) + 4) = _arm2
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _tfun3)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__text, _tfun3) + 4) = _tfun3
# rtdyld-check: (*{4}_tfar) = ((((stub_addr(stubs_classic.o/__text, _tfun3) - _tfar - 4) >> 1)[10:0] + 0xf800) << 16) + 0xf000
# rtdyld-check: (*{4}_tfar2) = ((((stub_addr(stubs_classic.o/__text, _tfun3) - _tfar2 - 4) >> 1)[10:0] + 0xf800) << 16) + 0xf000
# The other section's stubs are its own.
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__other, _both) + 4) = _both
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__other, _tcode) + 4) = _tcode
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__other, _inner)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__other, _inner) + 4) = _inner
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__other, _tfun3)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(stubs_classic.o/__other, _tfun3) + 4) = _tfun3
# rtdyld-check: *{4}_arm2 = ((stub_addr(stubs_classic.o/__other, _tfun3) - _arm2 - 8) >> 2) + 0xeb000000
# rtdyld-check: (*{4}_tback) = ((((stub_addr(stubs_classic.o/__other, _tcode) - _tback - 4) >> 1)[10:0] + 0xf800) << 16) + 0xf000
# rtdyld-check: (*{4}_tbackarm) = ((((stub_addr(stubs_classic.o/__other, _inner) - _tbackarm - 4) >> 1)[10:0] + 0xf800) << 16) + 0xf000
