# ARM64_RELOC_PAGEOFF12: S + A, bits 11:0 of ADD, or of a load or store in units of its size.
# TYPE: __word 0x44
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x123456789abcdef0 -dummy-extern=_byte=0x34560fff \
# RUN:   -dummy-extern=_e2=0x123456789abcdef0 -dummy-extern=_e4=0x123456789abcdef0 -dummy-extern=_e8=0x123456789abcdef0 \
# RUN:   -dummy-extern=_e16=0x123456789abcdef0 -dummy-extern=_half=0x34560ffe -dummy-extern=_single=0x34560ffc \
# RUN:   -map-section=pageoff12.o,__data=0x300000a48 -map-section=pageoff12.o,__text=0x234567ff0 -check=%s %o
# No multiple of the size:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x123456789abcdef0 -dummy-extern=_byte=0x34560fff \
# RUN:   -dummy-extern=_e2=0x123456789abcdef1 -dummy-extern=_e4=0x123456789abcdef0 -dummy-extern=_e8=0x123456789abcdef0 \
# RUN:   -dummy-extern=_e16=0x123456789abcdef0 -dummy-extern=_half=0x34560ffe -dummy-extern=_single=0x34560ffc \
# RUN:   -map-section=pageoff12.o,__data=0x300000a48 -map-section=pageoff12.o,__text=0x234567ff0 %o
# ERR: __text+0x14: ARM64_RELOC_PAGEOFF12 to _e2: 0x123456789abcdef1 is no multiple of 2
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x123456789abcdef0 -dummy-extern=_byte=0x34560fff \
# RUN:   -dummy-extern=_e2=0x123456789abcdef0 -dummy-extern=_e4=0x123456789abcdef2 -dummy-extern=_e8=0x123456789abcdef0 \
# RUN:   -dummy-extern=_e16=0x123456789abcdef0 -dummy-extern=_half=0x34560ffe -dummy-extern=_single=0x34560ffc \
# RUN:   -map-section=pageoff12.o,__data=0x300000a48 -map-section=pageoff12.o,__text=0x234567ff0 %o
# ERR: __text+0x24: ARM64_RELOC_PAGEOFF12 to _e4: 0x123456789abcdef2 is no multiple of 4
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x123456789abcdef0 -dummy-extern=_byte=0x34560fff \
# RUN:   -dummy-extern=_e2=0x123456789abcdef0 -dummy-extern=_e4=0x123456789abcdef0 -dummy-extern=_e8=0x123456789abcdef4 \
# RUN:   -dummy-extern=_e16=0x123456789abcdef0 -dummy-extern=_half=0x34560ffe -dummy-extern=_single=0x34560ffc \
# RUN:   -map-section=pageoff12.o,__data=0x300000a48 -map-section=pageoff12.o,__text=0x234567ff0 %o
# ERR: __text+0x34: ARM64_RELOC_PAGEOFF12 to _e8: 0x123456789abcdef4 is no multiple of 8
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x123456789abcdef0 -dummy-extern=_byte=0x34560fff \
# RUN:   -dummy-extern=_e2=0x123456789abcdef0 -dummy-extern=_e4=0x123456789abcdef0 -dummy-extern=_e8=0x123456789abcdef0 \
# RUN:   -dummy-extern=_e16=0x123456789abcdef8 -dummy-extern=_half=0x34560ffe -dummy-extern=_single=0x34560ffc \
# RUN:   -map-section=pageoff12.o,__data=0x300000a48 -map-section=pageoff12.o,__text=0x234567ff0 %o
# ERR: __text+0x44: ARM64_RELOC_PAGEOFF12 to _e16: 0x123456789abcdef8 is no multiple of 16
	.globl	_ext, _byte, _half, _single, _e2, _e4, _e8, _e16
	.data
	.quad	0
	.globl	_own
_own:	.quad	0
	.text
	.long	0xa5a5a5a5
_b1:	ldrb	w7, [x8, _ext@PAGEOFF]
	.long	0xa5a5a5a5
_b2:	ldrb	w7, [x8, _byte@PAGEOFF - 0x1]
	.long	0xa5a5a5a5
_h1:	ldrh	w7, [x8, _e2@PAGEOFF]
	.long	0xa5a5a5a5
_h2:	ldrh	w7, [x8, _half@PAGEOFF + 0x2]
	.long	0xa5a5a5a5
_w1:	ldr	w7, [x8, _e4@PAGEOFF]
	.long	0xa5a5a5a5
_w2:	ldr	w7, [x8, _single@PAGEOFF - 0x4]
	.long	0xa5a5a5a5
_x1:	str	x7, [x8, _e8@PAGEOFF]
	.long	0xa5a5a5a5
_x2:	str	x7, [x8, _own@PAGEOFF + 0x7ffff8]
	.long	0xa5a5a5a5
_q1:	ldr	q7, [x8, _e16@PAGEOFF]
	.long	0xa5a5a5a5
_q2:	ldr	q7, [x8, _own@PAGEOFF + 0xa50]
	.long	0xa5a5a5a5
_a1:	add	x5, x6, _ext@PAGEOFF + 0x1
	.long	0xa5a5a5a5
_a2:	add	x5, x6, _byte@PAGEOFF + 0x345
	.long	0xa5a5a5a5
_a3:	add	x5, x6, _own@PAGEOFF - 0xa51
	.long	0xa5a5a5a5
	.byte	0xa5
_odd:	add	x5, x6, _own@PAGEOFF + 1
	.long	0xa5a5a5a5
	.section __DATA,__word
	.long	0xa5a5a5a5
_wb:	.long	_ext + 0x39405d07
	.long	0xa5a5a5a5
_wh:	.long	_ext + 0x79405d07
	.long	0xa5a5a5a5
_ww:	.long	_ext + 0xb9405d07
	.long	0xa5a5a5a5
_wx:	.long	_ext + 0xf9005d07
	.long	0xa5a5a5a5
_wq:	.long	_ext + 0x3dc05d07
	.long	0xa5a5a5a5
_wa:	.long	_ext + 0x91048cc5
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(_b1 - 4) = 0x397bc107a5a5a5a5
# rtdyld-check: *{4}(_b1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_b2 - 4) = 0x397ff907a5a5a5a5
# rtdyld-check: *{4}(_b2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_h1 - 4) = 0x795de107a5a5a5a5
# rtdyld-check: *{4}(_h1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_h2 - 4) = 0x79400107a5a5a5a5
# rtdyld-check: *{4}(_h2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_w1 - 4) = 0xb94ef107a5a5a5a5
# rtdyld-check: *{4}(_w1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_w2 - 4) = 0xb94ff907a5a5a5a5
# rtdyld-check: *{4}(_w2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_x1 - 4) = 0xf9077907a5a5a5a5
# rtdyld-check: *{4}(_x1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_x2 - 4) = 0xf9052507a5a5a5a5
# rtdyld-check: *{4}(_x2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_q1 - 4) = 0x3dc3bd07a5a5a5a5
# rtdyld-check: *{4}(_q1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_q2 - 4) = 0x3dc12907a5a5a5a5
# rtdyld-check: *{4}(_q2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_a1 - 4) = 0x913bc4c5a5a5a5a5
# rtdyld-check: *{4}(_a1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_a2 - 4) = 0x910d10c5a5a5a5a5
# rtdyld-check: *{4}(_a2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_a3 - 4) = 0x913ffcc5a5a5a5a5
# rtdyld-check: *{4}(_a3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_odd - 4) = 0x912944c5a5a5a5a5
# rtdyld-check: *{4}(_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wb - 4) = 0x397c1d07a5a5a5a5
# rtdyld-check: *{4}(_wb + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wh - 4) = 0x795e3d07a5a5a5a5
# rtdyld-check: *{4}(_wh + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_ww - 4) = 0xb94f4d07a5a5a5a5
# rtdyld-check: *{4}(_ww + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wx - 4) = 0xf907d507a5a5a5a5
# rtdyld-check: *{4}(_wx + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wq - 4) = 0x3dc01907a5a5a5a5
# rtdyld-check: *{4}(_wq + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wa - 4) = 0x91004cc5a5a5a5a5
# rtdyld-check: *{4}(_wa + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_x1, 2) = _e8[11:3]
# rtdyld-check: decode_operand(_q1, 2) = _e16[11:4]
# rtdyld-check: decode_operand(_a1, 2) = (_ext + 1)[11:0]
