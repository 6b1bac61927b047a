# ARM64_RELOC_SUBTRACTOR: S + A - S2 in 4 bytes, modulo the address space.
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -map-section=subtractor.o,__text=0x20000000 -map-section=subtractor.o,__data=0xf0000000 \
# RUN:   -map-section=subtractor.o,__const=0x10000000 -check=%s %o
	.text
	.globl	_base
_base:
	.long	0xa5a5a5a5
_up:	.long	_upper - _base - 1
	.long	0xa5a5a5a5
_down:	.long	_lower - _base + 1
	.long	0xa5a5a5a5
_wide:	.long	_upper - _lower + 0x1234
	.long	0xa5a5a5a5
_wneg:	.long	_lower - _upper - 1
	.long	0xa5a5a5a5
	.data
	.globl	_upper
_upper:	.quad	0
	.section __TEXT,__const
	.globl	_lower
_lower:	.quad	0

# rtdyld-check: *{8}(_up - 4) = 0xcfffffffa5a5a5a5
# rtdyld-check: *{4}(_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_down - 4) = 0xf0000001a5a5a5a5
# rtdyld-check: *{4}(_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wide - 4) = 0xe0001234a5a5a5a5
# rtdyld-check: *{4}(_wide + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_wneg - 4) = 0x1fffffffa5a5a5a5
# rtdyld-check: *{4}(_wneg + 4) = 0xa5a5a5a5
