# GENERIC_RELOC_VANILLA: S + A in 4 bytes, modulo 1<<32, to symbols and to sections.
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_high=0xfffffff0 -dummy-extern=_low=0x10 -dummy-extern=_ext=0xfedcba98 \
# RUN:   -map-section=vanilla.o,__text=0x20000000 -map-section=vanilla.o,__data=0x30000000 -map-section=vanilla.o,__top=0xfffff000 -check=%s %o
	.text
_insn:	movl	$_ext, %eax
_load:	movl	L0+4, %ecx
	.data
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	field	_plain, _ext + 0x10
	field	_over, _high + 0x20
	field	_under, _low - 0x20
	field	_inner, L0 + 4
	field	_beside, L0 - 0x1000
	field	_wrap, L1 + 0x1000
L0:	.long	0
	.section __DATA,__top
	.long	0
L1:	.long	0

# rtdyld-check: *{8}(_plain - 2) = 0xa5a5fedcbaa8a5a5
# rtdyld-check: *{8}(_over - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(_under - 2) = 0xa5a5fffffff0a5a5
# rtdyld-check: *{8}(_inner - 2) = 0xa5a530000034a5a5
# rtdyld-check: *{8}(_beside - 2) = 0xa5a52ffff030a5a5
# rtdyld-check: *{8}(_wrap - 2) = 0xa5a500000004a5a5
# rtdyld-check: *{4}(_insn + 1) = _ext
# rtdyld-check: *{4}(_load + 2) = 0x30000034
