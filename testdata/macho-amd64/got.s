# X86_64_RELOC_GOT and X86_64_RELOC_GOT_LOAD: G + A - (P + 4) in 4 bytes, G the symbol's slot, which has S; out of reach.
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -dummy-extern=_e2=0x7fff23456789 -dummy-extern=_e3=0x7fff3456789a -dummy-extern=_e4=0x7fff456789ab \
# RUN:   -map-section=got.o,__text=0x200000000 -map-section=got.o,__data=0x210000000 -check=%s %o
	.text
	.short	0xa5a5
_load:	movq	_e1@GOTPCREL(%rip), %rax
_push:	pushq	_e2@GOTPCREL(%rip)
_cmp:	cmpq	_e4@GOTPCREL(%rip), %rcx
	.short	0xa5a5
	.data
	.short	0xa5a5
_word:	.long	_e3@GOTPCREL + 4
	.short	0xa5a5

# rtdyld-check: *{2}(_load - 2) = 0xa5a5
# rtdyld-check: *{2}_load = 0x8b48
# rtdyld-check: decode_operand(_load, 4) = got_addr(got.o/__text, _e1) - next_pc(_load)
# rtdyld-check: *{8}(got_addr(got.o/__text, _e1)) = _e1
# rtdyld-check: *{4}(_push + 2) = (got_addr(got.o/__text, _e2) - next_pc(_push))[31:0]
# rtdyld-check: *{8}(got_addr(got.o/__text, _e2)) = _e2
# rtdyld-check: *{4}(_cmp + 3) = (got_addr(got.o/__text, _e4) - next_pc(_cmp))[31:0]
# rtdyld-check: *{2}(_cmp + 7) = 0xa5a5
# rtdyld-check: *{4}_word = (got_addr(got.o/__data, _e3) - _word)[31:0]
# rtdyld-check: *{8}(got_addr(got.o/__data, _e3)) = _e3
# rtdyld-check: *{2}(_word - 2) = 0xa5a5
# rtdyld-check: *{2}(_word + 4) = 0xa5a5
