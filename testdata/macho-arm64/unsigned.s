# ARM64_RELOC_UNSIGNED: S + A in 8 bytes; in 4, 0 to 0xffffffff.
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_low=0x10 -dummy-extern=_p4=0xfffffff0 \
# RUN:   -dummy-extern=_n4=0x10 -map-section=unsigned.o,__data=0x200000000 -map-section=unsigned.o,__lone=0x300000000 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_low=0x10 -dummy-extern=_p4=0xfffffff1 \
# RUN:   -dummy-extern=_n4=0x10 -map-section=unsigned.o,__data=0x200000000 -map-section=unsigned.o,__lone=0x300000000 %o
# ERR: __data+0x34: ARM64_RELOC_UNSIGNED (4 bytes) to _p4: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_low=0x10 -dummy-extern=_p4=0xfffffff0 \
# RUN:   -dummy-extern=_n4=0xf -map-section=unsigned.o,__data=0x200000000 -map-section=unsigned.o,__lone=0x300000000 %o
# ERR: __data+0x3c: ARM64_RELOC_UNSIGNED (4 bytes) to _n4: -0x1 does not fit unsigned 32
	.data
	.globl	_ext, _low, _p4, _n4, _var
	.long	0xa5a5a5a5
_plain:	.quad	_ext + 0x123456789
	.long	0xa5a5a5a5
_under:	.quad	_low - 0x20
	.long	0xa5a5a5a5
_inner:	.quad	_var + 8
	.long	0xa5a5a5a5
_local:	.quad	L0 + 8
	.long	0xa5a5a5a5
_most4:	.long	_p4 + 0xf
	.long	0xa5a5a5a5
_least4:	.long	_n4 - 0x10
	.long	0xa5a5a5a5
_var:	.quad	0
	.section __DATA,__lone
	.quad	0
L0:	.quad	0

# rtdyld-check: *{8}_plain = 0x80003579be01
# rtdyld-check: *{4}(_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}_under = 0xfffffffffffffff0
# rtdyld-check: *{4}(_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_under + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}_inner = _var + 8
# rtdyld-check: *{4}(_inner - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_inner + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}_local = section_addr(unsigned.o, __lone) + 16
# rtdyld-check: *{4}(_local - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_local + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}(_most4 - 4) = 0xffffffffa5a5a5a5
# rtdyld-check: *{4}(_most4 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_least4 - 4) = 0x00000000a5a5a5a5
# rtdyld-check: *{4}(_least4 + 4) = 0xa5a5a5a5
