# ARM64_RELOC_POINTER_TO_GOT: G - P in 4 bytes; G in 8. G is the symbol's slot, which has S; what the field has does not count.
# TYPE: __quad 0x67
# TYPE: __word 0x57
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_e1=0x7fff12345678 -dummy-extern=_e2=0x7fff23456789 \
# RUN:   -map-section=pointer_to_got.o,__data=0x34567ff0 -map-section=pointer_to_got.o,__quad=0x34569000 \
# RUN:   -map-section=pointer_to_got.o,__word=0x3456a000 -check=%s %o
	.globl	_e1, _e2
	.data
	.long	0xa5a5a5a5
_a1:	.long	_e1@GOT - .
	.long	0xa5a5a5a5
_a2:	.long	_e2@GOT - .
	.long	0xa5a5a5a5
	.byte	0xa5
_a3:	.long	_e1@GOT - .
	.long	0xa5a5a5a5
_q:	.quad	_e2@GOT
	.long	0xa5a5a5a5
	.section __DATA,__quad
	.long	0xa5a5a5a5
_r:	.quad	_e2 + 0x123456789
	.long	0xa5a5a5a5
	.section __DATA,__word
	.long	0xa5a5a5a5
_s:	.long	_e2 + 0x12345678
	.long	0xa5a5a5a5

# rtdyld-check: *{4}_a1 = (got_addr(pointer_to_got.o/__data, _e1) - _a1)[31:0]
# rtdyld-check: *{4}(_a1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_a2 = (got_addr(pointer_to_got.o/__data, _e2) - _a2)[31:0]
# rtdyld-check: *{4}(_a2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_a3 = (got_addr(pointer_to_got.o/__data, _e1) - _a3)[31:0]
# rtdyld-check: *{4}(_a3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(got_addr(pointer_to_got.o/__data, _e1)) = _e1
# rtdyld-check: *{8}(got_addr(pointer_to_got.o/__data, _e2)) = _e2
# rtdyld-check: *{8}_q = got_addr(pointer_to_got.o/__data, _e2)
# rtdyld-check: *{4}(_q + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}_r = got_addr(pointer_to_got.o/__quad, _e2)
# rtdyld-check: *{4}(_r + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}(got_addr(pointer_to_got.o/__quad, _e2)) = _e2
# rtdyld-check: *{4}_s = (got_addr(pointer_to_got.o/__word, _e2) - _s)[31:0]
# rtdyld-check: *{4}(_s + 4) = 0xa5a5a5a5
