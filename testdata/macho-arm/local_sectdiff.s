# ARM_RELOC_LOCAL_SECTDIFF: S + A - S2 in 4 bytes, modulo 1<<32; in 2 and in 1, signed or unsigned.
# llvm: no it skips these records
# TYPE: __text 3
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=local_sectdiff.o,__text=0x20000000 -map-section=local_sectdiff.o,__data=0xfffffff0 -map-section=local_sectdiff.o,__const=0x10 \
# RUN:   -map-section=local_sectdiff.o,__near=0x20010057 -map-section=local_sectdiff.o,__down=0x1fff8058 -map-section=local_sectdiff.o,__byte=0x20000157 -map-section=local_sectdiff.o,__back=0x1fffffd8 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=local_sectdiff.o,__text=0x20000000 -map-section=local_sectdiff.o,__data=0xfffffff0 -map-section=local_sectdiff.o,__const=0x10 \
# RUN:   -map-section=local_sectdiff.o,__near=0x20010058 -map-section=local_sectdiff.o,__down=0x1fff8058 -map-section=local_sectdiff.o,__byte=0x20000157 -map-section=local_sectdiff.o,__back=0x1fffffd8 %o
# ERR: ARM_RELOC_LOCAL_SECTDIFF (2 bytes) to __near: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=local_sectdiff.o,__text=0x20000000 -map-section=local_sectdiff.o,__data=0xfffffff0 -map-section=local_sectdiff.o,__const=0x10 \
# RUN:   -map-section=local_sectdiff.o,__near=0x20010057 -map-section=local_sectdiff.o,__down=0x1fff8057 -map-section=local_sectdiff.o,__byte=0x20000157 -map-section=local_sectdiff.o,__back=0x1fffffd8 %o
# ERR: ARM_RELOC_LOCAL_SECTDIFF (2 bytes) to __down: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=local_sectdiff.o,__text=0x20000000 -map-section=local_sectdiff.o,__data=0xfffffff0 -map-section=local_sectdiff.o,__const=0x10 \
# RUN:   -map-section=local_sectdiff.o,__near=0x20010057 -map-section=local_sectdiff.o,__down=0x1fff8058 -map-section=local_sectdiff.o,__byte=0x20000158 -map-section=local_sectdiff.o,__back=0x1fffffd8 %o
# ERR: ARM_RELOC_LOCAL_SECTDIFF (1 byte) to __byte: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=local_sectdiff.o,__text=0x20000000 -map-section=local_sectdiff.o,__data=0xfffffff0 -map-section=local_sectdiff.o,__const=0x10 \
# RUN:   -map-section=local_sectdiff.o,__near=0x20010057 -map-section=local_sectdiff.o,__down=0x1fff8058 -map-section=local_sectdiff.o,__byte=0x20000157 -map-section=local_sectdiff.o,__back=0x1fffffd7 %o
# ERR: ARM_RELOC_LOCAL_SECTDIFF (1 byte) to __back: -0x81 does not fit 8 bits
	.text
	.quad	0xa5a5a5a5a5a5a5a5
_plain:	.long	_near - _base + 4
	.quad	0xa5a5a5a5a5a5a5a5
_over:	.long	_upper - _base + 0x7fffffff
	.quad	0xa5a5a5a5a5a5a5a5
_under:	.long	_lower - _base - 0x7fffffff
	.quad	0xa5a5a5a5a5a5a5a5
_most2:	.short	_near - _base + 8
	.quad	0xa5a5a5a5a5a5a5a5
_least2: .short	_down - _base + 8
	.quad	0xa5a5a5a5a5a5a5a5
_most1:	.byte	_byte - _base + 8
	.quad	0xa5a5a5a5a5a5a5a5
_least1: .byte	_back - _base + 8
	.quad	0xa5a5a5a5a5a5a5a5
	.zero	14
_base:	.quad	0
	.section __DATA,__near
_near:	.quad	0
	.section __DATA,__down
_down:	.quad	0
	.section __DATA,__byte
_byte:	.quad	0
	.section __DATA,__back
_back:	.quad	0
	.data
_upper:	.quad	0
	.section __TEXT,__const
_lower:	.quad	0

# rtdyld-check: _base = 0x20000060
# rtdyld-check: *{4}_plain = 0xfffb
# rtdyld-check: *{8}(_plain + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}_over = 0x5fffff8f
# rtdyld-check: *{8}(_over + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}_under = 0x5fffffb1
# rtdyld-check: *{8}(_under + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}_most2 = 0xffff
# rtdyld-check: *{8}(_most2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}_least2 = 0x8000
# rtdyld-check: *{8}(_least2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}_most1 = 0xff
# rtdyld-check: *{8}(_most1 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}_least1 = 0x80
# rtdyld-check: *{8}(_least1 + 1) = 0xa5a5a5a5a5a5a5a5
