# X86_64_RELOC_SUBTRACTOR: S + A - S2 in 8 bytes; in 4, -0x80000000 to 0x7fffffff; in 2 and in 1, signed or unsigned.
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x180000000 -map-section=subtractor.o,__near=0x20000ffff \
# RUN:   -map-section=subtractor.o,__down=0x1ffff8000 -map-section=subtractor.o,__byte=0x2000000ff \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff80 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000001 \
# RUN:   -map-section=subtractor.o,__const=0x180000000 -map-section=subtractor.o,__near=0x20000ffff \
# RUN:   -map-section=subtractor.o,__down=0x1ffff8000 -map-section=subtractor.o,__byte=0x2000000ff \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff80 %o
# ERR: X86_64_RELOC_SUBTRACTOR (4 bytes) to _upper: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x17fffffff -map-section=subtractor.o,__near=0x20000ffff \
# RUN:   -map-section=subtractor.o,__down=0x1ffff8000 -map-section=subtractor.o,__byte=0x2000000ff \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff80 %o
# ERR: X86_64_RELOC_SUBTRACTOR (4 bytes) to _lower: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x180000000 -map-section=subtractor.o,__near=0x200010000 \
# RUN:   -map-section=subtractor.o,__down=0x1ffff8000 -map-section=subtractor.o,__byte=0x2000000ff \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff80 %o
# ERR: X86_64_RELOC_SUBTRACTOR (2 bytes) to _near: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x180000000 -map-section=subtractor.o,__near=0x20000ffff \
# RUN:   -map-section=subtractor.o,__down=0x1ffff7fff -map-section=subtractor.o,__byte=0x2000000ff \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff80 %o
# ERR: X86_64_RELOC_SUBTRACTOR (2 bytes) to _down: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x180000000 -map-section=subtractor.o,__near=0x20000ffff \
# RUN:   -map-section=subtractor.o,__down=0x1ffff8000 -map-section=subtractor.o,__byte=0x200000100 \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff80 %o
# ERR: X86_64_RELOC_SUBTRACTOR (1 byte) to _byte: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x180000000 -map-section=subtractor.o,__near=0x20000ffff \
# RUN:   -map-section=subtractor.o,__down=0x1ffff8000 -map-section=subtractor.o,__byte=0x2000000ff \
# RUN:   -map-section=subtractor.o,__back=0x1ffffff7f %o
# ERR: X86_64_RELOC_SUBTRACTOR (1 byte) to _back: -0x81 does not fit 8 bits
	.macro	global name
	.globl	\name
\name:
	.endm
	.text
	global	_base
	.quad	0xa5a5a5a5a5a5a5a5
_most4:	.long	_upper - _base - 1
	.quad	0xa5a5a5a5a5a5a5a5
_least4: .long	_lower - _base + 0
	.quad	0xa5a5a5a5a5a5a5a5
_most2:	.short	_near - _base
	.quad	0xa5a5a5a5a5a5a5a5
_least2: .short	_down - _base
	.quad	0xa5a5a5a5a5a5a5a5
_most1:	.byte	_byte - _base
	.quad	0xa5a5a5a5a5a5a5a5
_least1: .byte	_back - _base
	.quad	0xa5a5a5a5a5a5a5a5
_wide:	.quad	_upper - _lower + 0x123456789
	.quad	0xa5a5a5a5a5a5a5a5
_wneg:	.quad	_lower - _upper - 1
	.quad	0xa5a5a5a5a5a5a5a5
	.data
	global	_upper
	.quad	0
	.section __TEXT,__const
	global	_lower
	.quad	0
	.section __DATA,__near
	global	_near
	.quad	0
	.section __DATA,__down
	global	_down
	.quad	0
	.section __DATA,__byte
	global	_byte
	.quad	0
	.section __DATA,__back
	global	_back
	.quad	0

# rtdyld-check: *{4}_most4 = 0x7fffffff
# rtdyld-check: *{8}(_most4 + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}_least4 = 0x80000000
# rtdyld-check: *{8}(_least4 + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}_most2 = 0xffff
# rtdyld-check: *{8}(_most2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}_least2 = 0x8000
# rtdyld-check: *{8}(_least2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}_most1 = 0xff
# rtdyld-check: *{8}(_most1 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}_least1 = 0x80
# rtdyld-check: *{8}(_least1 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}_wide = 0x223456789
# rtdyld-check: *{8}_wneg = 0xfffffffeffffffff
# rtdyld-check: *{8}(_wneg + 8) = 0xa5a5a5a5a5a5a5a5
