# X86_64_RELOC_UNSIGNED: S + A in 8 bytes; in 4, 0 to 0xffffffff; in 2 and in 1, signed or unsigned.
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff0 -dummy-extern=_n4=0x10 -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffffffffffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffffffffffff90 \
# RUN:   -map-section=unsigned.o,__data=0x200000000 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff1 -dummy-extern=_n4=0x10 -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffffffffffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffffffffffff90 %o
# ERR: __data+0x1c: X86_64_RELOC_UNSIGNED (4 bytes) to _p4: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff0 -dummy-extern=_n4=0xf -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffffffffffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffffffffffff90 %o
# ERR: __data+0x24: X86_64_RELOC_UNSIGNED (4 bytes) to _n4: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff0 -dummy-extern=_n4=0x10 -dummy-extern=_p2=0xfff1 -dummy-extern=_n2=0xffffffffffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffffffffffff90 %o
# ERR: __data+0x32: X86_64_RELOC_UNSIGNED (2 bytes) to _p2: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff0 -dummy-extern=_n4=0x10 -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffffffffffff800f -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffffffffffff90 %o
# ERR: __data+0x3c: X86_64_RELOC_UNSIGNED (2 bytes) to _n2: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff0 -dummy-extern=_n4=0x10 -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffffffffffff8010 -dummy-extern=_p1=0xf1 -dummy-extern=_n1=0xffffffffffffff90 %o
# ERR: __data+0x46: X86_64_RELOC_UNSIGNED (1 byte) to _p1: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_p4=0xfffffff0 -dummy-extern=_n4=0x10 -dummy-extern=_p2=0xfff0 -dummy-extern=_n2=0xffffffffffff8010 -dummy-extern=_p1=0xf0 -dummy-extern=_n1=0xffffffffffffff8f %o
# ERR: __data+0x4f: X86_64_RELOC_UNSIGNED (1 byte) to _n1: -0x81 does not fit 8 bits
	.data
	.macro	field name, size, value
	.short	0xa5a5
\name:	\size	\value
	.short	0xa5a5
	.endm
	.globl	_var
	field	_plain, .quad, _ext + 0x123456789
	field	_local, .quad, L0 + 8
L0:	.short	0xa5a5
	field	_most4, .long, _p4 + 0xf
	field	_least4, .long, _n4 - 0x10
	.quad	0xa5a5a5a5a5a5a5a5
_most2:	.short	_p2 + 0xf
	.quad	0xa5a5a5a5a5a5a5a5
_least2: .short	_n2 - 0x10
	.quad	0xa5a5a5a5a5a5a5a5
_most1:	.byte	_p1 + 0xf
	.quad	0xa5a5a5a5a5a5a5a5
_least1: .byte	_n1 - 0x10
	.quad	0xa5a5a5a5a5a5a5a5
_var:	.quad	_var + 4

# rtdyld-check: *{8}_plain = 0x80003579be01
# rtdyld-check: *{2}(_plain - 2) = 0xa5a5
# rtdyld-check: *{2}(_plain + 8) = 0xa5a5
# rtdyld-check: *{8}_local = 0x200000020
# rtdyld-check: *{8}(_most4 - 2) = 0xa5a5ffffffffa5a5
# rtdyld-check: *{8}(_least4 - 2) = 0xa5a500000000a5a5
# rtdyld-check: *{8}(_most2 - 6) = 0xffffa5a5a5a5a5a5
# rtdyld-check: *{8}(_most2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{2}_least2 = 0x8000
# rtdyld-check: *{8}(_least2 + 2) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(_most1 - 7) = 0xffa5a5a5a5a5a5a5
# rtdyld-check: *{8}(_most1 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{1}_least1 = 0x80
# rtdyld-check: *{8}(_least1 + 1) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}_var = _var + 4
