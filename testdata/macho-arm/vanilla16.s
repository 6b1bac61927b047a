# ARM_RELOC_VANILLA of 2 bytes and of 1: S + A, signed or unsigned; a sum below 0 is negative though addresses have 32 bits.
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffff90 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_p2=0xfff1 -dummy-extern=_n2=0xffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffff90 %o
# ERR: __data+0x8: ARM_RELOC_VANILLA (2 bytes) to _p2: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffff800f -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffff90 %o
# ERR: __data+0x12: ARM_RELOC_VANILLA (2 bytes) to _n2:
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffff8010 -dummy-extern=_p1=0xf1 -dummy-extern=_n1=0xffffff90 %o
# ERR: __data+0x1c: ARM_RELOC_VANILLA (1 byte) to _p1: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffff8f %o
# ERR: __data+0x25: ARM_RELOC_VANILLA (1 byte) to _n1:
	.data
	.quad	0xa5a5a5a5a5a5a5a5
_most2:	.short	_p2 + 0xf
	.quad	0xa5a5a5a5a5a5a5a5
_least2: .short	_n2 - 0x10
	.quad	0xa5a5a5a5a5a5a5a5
_most1:	.byte	_p1 + 0xf
	.quad	0xa5a5a5a5a5a5a5a5
_least1: .byte	_n1 - 0x10
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(_most2 - 6) = 0xffffa5a5a5a5a5a5
# rtdyld-check: *{8}(_most2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}_least2 = 0x8000
# rtdyld-check: *{8}(_least2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(_most1 - 7) = 0xffa5a5a5a5a5a5a5
# rtdyld-check: *{8}(_most1 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}_least1 = 0x80
# rtdyld-check: *{8}(_least1 + 1) = 0xa5a5a5a5a5a5a5a5
