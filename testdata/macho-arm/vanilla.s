# ARM_RELOC_VANILLA: S + A in 4 bytes, modulo 1<<32, to symbols and to sections, plain and scattered; the address of a Thumb function has
# bit 0 set.
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_high=0xfffffff0 -dummy-extern=_low=0x10 -dummy-extern=_ext=0xfedcba98 -dummy-extern=_far=0x1235 \
# RUN:   -map-section=vanilla.o,__text=0x20000000 -map-section=vanilla.o,__data=0x30000000 -map-section=vanilla.o,__top=0xfffff000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	32
	nop
_arm:	bx	lr
	.code	16
	.globl	_thumb
	.thumb_func _thumb
_thumb:	bx	lr
	nop
	.weak_definition _weakarm
	.globl	_weakarm
	.code	32
_weakarm: bx	lr
	.data
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	field	_plain, _ext+0x10
	field	_over, _high+0x20
	field	_under, _low-0x20
	field	_odd, _far
	field	_inner, L0+4
	field	_section, L0
	field	_beside, L0-0x1000
	field	_wrap, L1+0x1000
	field	_toarm, _arm
	field	_tothumb, _thumb
	field	_toweakarm, _weakarm
L0:	.long	0
	.section __DATA,__top
	.long	0
L1:	.long	0

# rtdyld-check: *{8}(_plain - 2) = 0xa5a5fedcbaa8a5a5
# rtdyld-check: *{8}(_over - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(_under - 2) = 0xa5a5fffffff0a5a5
# rtdyld-check: *{8}(_odd - 2) = 0xa5a500001235a5a5
# rtdyld-check: *{8}(_inner - 2) = 0xa5a53000005ca5a5
# rtdyld-check: *{8}(_section - 2) = 0xa5a530000058a5a5
# rtdyld-check: *{8}(_beside - 2) = 0xa5a52ffff058a5a5
# rtdyld-check: *{8}(_wrap - 2) = 0xa5a500000004a5a5
# rtdyld-check: *{8}(_toarm - 2) = 0xa5a520000004a5a5
# rtdyld-check: *{8}(_tothumb - 2) = 0xa5a520000009a5a5
# rtdyld-check: *{8}(_toweakarm - 2) = 0xa5a52000000ca5a5
# rtdyld-check: *{4}_tothumb = _thumb
# rtdyld-check: *{4}_toarm = _arm
