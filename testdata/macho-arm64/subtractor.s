# ARM64_RELOC_SUBTRACTOR: S + A - S2 in 8 bytes; in 4, -0x80000000 to 0x7fffffff.
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x17fffffff -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000001 \
# RUN:   -map-section=subtractor.o,__const=0x17fffffff %o
# ERR: __text+0x4: ARM64_RELOC_SUBTRACTOR (4 bytes) to _upper: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -map-section=subtractor.o,__text=0x200000000 -map-section=subtractor.o,__data=0x280000000 \
# RUN:   -map-section=subtractor.o,__const=0x17ffffffe %o
# ERR: __text+0xc: ARM64_RELOC_SUBTRACTOR (4 bytes) to _lower: -0x80000001 does not fit signed 32
	.text
	.globl	_base
_base:
	.long	0xa5a5a5a5
_most4:	.long	_upper - _base - 1
	.long	0xa5a5a5a5
_least4:	.long	_lower - _base + 1
	.long	0xa5a5a5a5
_wide:	.quad	_upper - _lower + 0x123456789
	.long	0xa5a5a5a5
_wneg:	.quad	_lower - _upper - 1
	.long	0xa5a5a5a5
	.data
	.globl	_upper
_upper:	.quad	0
	.section __TEXT,__const
	.globl	_lower
_lower:	.quad	0

# rtdyld-check: *{8}(_most4 - 4) = 0x7fffffffa5a5a5a5
# rtdyld-check: *{4}(_most4 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_least4 - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(_least4 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}_wide = 0x22345678a
# rtdyld-check: *{4}(_wide - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_wide + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}_wneg = 0xfffffffefffffffe
# rtdyld-check: *{4}(_wneg - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_wneg + 8) = 0xa5a5a5a5
