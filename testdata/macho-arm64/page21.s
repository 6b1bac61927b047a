# ARM64_RELOC_PAGE21: page(S + A) - page(P), -0x100000000 to 0xfffff000, of ADRP.
# TYPE: __word 0x53
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_up=0x333d67123 -dummy-extern=_mid=0x2468ad246 -dummy-extern=_zero=0x23456d123 \
# RUN:   -dummy-extern=_down=0x468097123 -dummy-extern=_far=0x555552667 -dummy-extern=_page=0x274577765 -map-section=page21.o,__text=0x234567ff0 \
# RUN:   -map-section=page21.o,__high=0x567898ff4 -map-section=page21.o,__word=0x234577ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_up=0x333d68123 -dummy-extern=_mid=0x2468ad246 -dummy-extern=_zero=0x23456d123 \
# RUN:   -dummy-extern=_down=0x468097123 -dummy-extern=_far=0x555552667 -dummy-extern=_page=0x274577765 -map-section=page21.o,__text=0x234567ff0 \
# RUN:   -map-section=page21.o,__high=0x567898ff4 -map-section=page21.o,__word=0x234577ff0 %o
# ERR: __text+0x4: ARM64_RELOC_PAGE21 to _up: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_up=0x333d67123 -dummy-extern=_mid=0x2468ad246 -dummy-extern=_zero=0x23456d123 \
# RUN:   -dummy-extern=_down=0x468096123 -dummy-extern=_far=0x555552667 -dummy-extern=_page=0x274577765 -map-section=page21.o,__text=0x234567ff0 \
# RUN:   -map-section=page21.o,__high=0x567898ff4 -map-section=page21.o,__word=0x234577ff0 %o
# ERR: __high+0x4: ARM64_RELOC_PAGE21 to _down: -0x100001000 does not fit signed 33
# Nothing stands for a name that is out of reach:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_up=0x333d67123 -dummy-extern=_mid=0x2468ad246 -dummy-extern=_zero=0x33456d123 \
# RUN:   -dummy-extern=_down=0x468097123 -dummy-extern=_far=0x555552667 -dummy-extern=_page=0x274577765 -map-section=page21.o,__text=0x234567ff0 \
# RUN:   -map-section=page21.o,__high=0x567898ff4 -map-section=page21.o,__word=0x234577ff0 %o
# ERR: __text+0x14: ARM64_RELOC_PAGE21 to _zero: 0x100005000 does not fit signed 33
	.globl	_up, _down, _mid, _far, _page, _zero
	.text
	.long	0xa5a5a5a5
_one:	adrp	x21, _up@PAGE + 0x7ff000
	.long	0xa5a5a5a5
_middle:	adrp	x21, _mid@PAGE - 0x1123
	.long	0xa5a5a5a5
_none:	adrp	x21, _zero@PAGE
	.long	0xa5a5a5a5
	.section __TEXT,__high,regular,pure_instructions
	.long	0xa5a5a5a5
_two:	adrp	x21, _down@PAGE - 0x7ff000
	.long	0xa5a5a5a5
_three:	adrp	x21, _far@PAGE + 0x1abc
	.long	0xa5a5a5a5
	.section __DATA,__word
	.long	0xa5a5a5a5
_word:	.long	_page + 0x900001b5
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(_one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(_one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_middle - 4) = 0xb0091a35a5a5a5a5
# rtdyld-check: *{4}(_middle + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_none - 4) = 0xb0000035a5a5a5a5
# rtdyld-check: *{4}(_none + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(_two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_three - 4) = 0xf0f6e5d5a5a5a5a5
# rtdyld-check: *{4}(_three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_word - 4) = 0x902001b5a5a5a5a5
# rtdyld-check: *{4}(_word + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_one, 1) = (_up + 0x7ff000)[63:12] - _one[63:12]
# rtdyld-check: decode_operand(_middle, 1) = (_mid - 0x1123)[63:12] - _middle[63:12]
