# ARM64_RELOC_BRANCH26: S + A - P, -0x8000000 to 0x7fffffc, of B and BL.
# TYPE: __odd 0x52
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=branch26.o,__up=0x23c567fe0 -map-section=branch26.o,__down=0x22c56801c \
# RUN:   -map-section=branch26.o,__mid=0x23456922c -map-section=branch26.o,__text=0x234567ff0 -map-section=branch26.o,__skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,__odd=0x234568ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=branch26.o,__up=0x23c567fe4 -map-section=branch26.o,__down=0x22c56801c \
# RUN:   -map-section=branch26.o,__mid=0x23456922c -map-section=branch26.o,__text=0x234567ff0 -map-section=branch26.o,__skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,__odd=0x234568ff0 %o
# ERR: __text+0x4: ARM64_RELOC_BRANCH26 to _up: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=branch26.o,__up=0x23c567fe0 -map-section=branch26.o,__down=0x22c568018 \
# RUN:   -map-section=branch26.o,__mid=0x23456922c -map-section=branch26.o,__text=0x234567ff0 -map-section=branch26.o,__skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,__odd=0x234568ff0 %o
# ERR: __text+0xc: ARM64_RELOC_BRANCH26 to _down: -0x8000004 does not fit signed 28
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=branch26.o,__up=0x23c567fde -map-section=branch26.o,__down=0x22c56801c \
# RUN:   -map-section=branch26.o,__mid=0x23456922c -map-section=branch26.o,__text=0x234567ff0 -map-section=branch26.o,__skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,__odd=0x234568ff0 %o
# ERR: __text+0x4: ARM64_RELOC_BRANCH26 to _up: 0x7fffffa is no multiple of 4
	.section __TEXT,__up,regular,pure_instructions
	.globl	_up
_up:	ret
	.section __TEXT,__down,regular,pure_instructions
	.globl	_down
_down:	ret
	.section __TEXT,__mid,regular,pure_instructions
	.globl	_mid
_mid:	ret
	.text
	.long	0xa5a5a5a5
_one:	bl	_up + 0x10
	.long	0xa5a5a5a5
_two:	bl	_down - 0x20
	.long	0xa5a5a5a5
_three:	bl	_mid + 0x8
	.long	0xa5a5a5a5
	.section __TEXT,__skew,regular,pure_instructions
	.globl	_skew
_skew:	ret
	.section __DATA,__odd
	.long	0xa5a5a5a5
	.byte	0xa5
_odd:	.long	_skew + 0x94000010
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(_one - 4) = 0x95ffffffa5a5a5a5
# rtdyld-check: *{4}(_one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_two - 4) = 0x96000000a5a5a5a5
# rtdyld-check: *{4}(_two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_three - 4) = 0x9400048ca5a5a5a5
# rtdyld-check: *{4}(_three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_odd - 4) = 0x95ffffdfa5a5a5a5
# rtdyld-check: *{4}(_odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_one, 0)[25:0] = ((_up - _one + 0x10) >> 2)[25:0]
# rtdyld-check: decode_operand(_two, 0)[25:0] = ((_down - _two - 0x20) >> 2)[25:0]
