# ARM64_RELOC_UNSIGNED: S + A in 4 bytes, modulo the address space.
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_ext=0x92345678 -dummy-extern=_low=0x10 -dummy-extern=_high=0xfffffff0 \
# RUN:   -map-section=unsigned.o,__data=0x20000000 -map-section=unsigned.o,__lone=0x30000000 -check=%s %o
	.data
	.globl	_ext, _low, _high, _var
	.long	0xa5a5a5a5
_plain:	.long	_ext + 0x12345678
	.long	0xa5a5a5a5
_under:	.long	_low - 0x20
	.long	0xa5a5a5a5
_over:	.long	_high + 0x20
	.long	0xa5a5a5a5
_inner:	.long	_var + 8
	.long	0xa5a5a5a5
_local:	.long	L0 + 8
	.long	0xa5a5a5a5
_var:	.quad	0
	.section __DATA,__lone
	.quad	0
L0:	.quad	0

# rtdyld-check: *{8}(_plain - 4) = 0xa468acf0a5a5a5a5
# rtdyld-check: *{4}(_plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_under - 4) = 0xfffffff0a5a5a5a5
# rtdyld-check: *{4}(_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_over - 4) = 0x00000010a5a5a5a5
# rtdyld-check: *{4}(_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_inner = _var + 8
# rtdyld-check: *{4}(_inner + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_local = section_addr(unsigned.o, __lone) + 16
# rtdyld-check: *{4}(_local + 4) = 0xa5a5a5a5
