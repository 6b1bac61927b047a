# GENERIC_RELOC_VANILLA (pcrel): S + A - (P + 4) in 4 bytes, modulo 1<<32, to symbols and to sections.
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_high=0xfffffff0 -dummy-extern=_low=0x10 -dummy-extern=_ext=0x90001234 \
# RUN:   -map-section=pcrel.o,__text=0x1000 -map-section=pcrel.o,__top=0xf0000000 -check=%s %o
	.text
	.byte	0xa5
_plain:	call	_ext
_over:	call	_high + 0x7fffffff
	.byte	0xa5
_to:	call	L1
	.globl	_own
_to2:	call	_own
	.section __TEXT,__top,regular,pure_instructions
	.short	0xa5a5
_under:	call	_low - 0x7fffffff
	.byte	0xa5
L1:	ret
_own:	ret

# rtdyld-check: *{1}(_plain - 1) = 0xa5
# rtdyld-check: *{4}(_plain + 1) = _ext - next_pc(_plain)
# rtdyld-check: *{4}(_over + 1) = (_high - next_pc(_over) + 0x7fffffff)[31:0]
# rtdyld-check: *{1}(_over + 5) = 0xa5
# rtdyld-check: *{4}(_under + 1) = (_low - next_pc(_under) - 0x7fffffff)[31:0]
# rtdyld-check: *{1}(_under + 5) = 0xa5
# rtdyld-check: *{4}(_to + 1) = _own - next_pc(_to) - 1
# rtdyld-check: *{4}(_to2 + 1) = _own - next_pc(_to2)
