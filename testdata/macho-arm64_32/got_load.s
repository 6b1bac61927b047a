# ARM64_RELOC_GOT_LOAD_PAGE21: page(G + A) - page(P) of ADRP, G the symbol's slot, which has S;
# ARM64_RELOC_GOT_LOAD_PAGEOFF12: G + A, bits 11:0 of a load in units of its size.
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_e1=0xf2345678 -dummy-extern=_e2=0xe3456789 \
# RUN:   -map-section=got_load.o,__text=0x34567ff0 -map-section=got_load.o,__other=0x3456a008 -check=%s %o
	.globl	_e1, _e2
	.text
	.long	0xa5a5a5a5
_p1:	adrp	x21, _e1@GOTPAGE
	.long	0xa5a5a5a5
_x1:	str	x7, [x8, _e1@GOTPAGEOFF]
	.long	0xa5a5a5a5
_w1:	ldr	w7, [x8, _e1@GOTPAGEOFF]
	.long	0xa5a5a5a5
_b1:	ldrb	w7, [x8, _e1@GOTPAGEOFF]
	.long	0xa5a5a5a5
_h1:	ldrh	w7, [x8, _e1@GOTPAGEOFF]
	.long	0xa5a5a5a5
_p2:	adrp	x21, _e2@GOTPAGE
	.long	0xa5a5a5a5
_x2:	ldr	w7, [x8, _e2@GOTPAGEOFF]
	.long	0xa5a5a5a5
	.section __TEXT,__other,regular,pure_instructions
	.long	0xa5a5a5a5
_p3:	adrp	x21, _e1@GOTPAGE
	.long	0xa5a5a5a5
_w3:	ldr	w7, [x8, _e1@GOTPAGEOFF]
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(_p1, 1) = got_addr(got_load.o/__text, _e1)[63:12] - _p1[63:12]
# rtdyld-check: (*{4}_p1)[4:0] = 21
# rtdyld-check: *{4}(_p1 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_x1, 2) = got_addr(got_load.o/__text, _e1)[11:3]
# rtdyld-check: *{4}_x1 = (got_addr(got_load.o/__text, _e1)[11:3] << 10) + 0xf9000107
# rtdyld-check: *{4}(_x1 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_w1, 2) = got_addr(got_load.o/__text, _e1)[11:2]
# rtdyld-check: *{4}_w1 = (got_addr(got_load.o/__text, _e1)[11:2] << 10) + 0xb9400107
# rtdyld-check: *{4}(_w1 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_b1, 2) = got_addr(got_load.o/__text, _e1)[11:0]
# rtdyld-check: *{4}_b1 = (got_addr(got_load.o/__text, _e1)[11:0] << 10) + 0x39400107
# rtdyld-check: *{4}(_b1 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_h1, 2) = got_addr(got_load.o/__text, _e1)[11:1]
# rtdyld-check: *{4}_h1 = (got_addr(got_load.o/__text, _e1)[11:1] << 10) + 0x79400107
# rtdyld-check: *{4}(_h1 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_p2, 1) = got_addr(got_load.o/__text, _e2)[63:12] - _p2[63:12]
# rtdyld-check: (*{4}_p2)[4:0] = 21
# rtdyld-check: *{4}(_p2 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_x2, 2) = got_addr(got_load.o/__text, _e2)[11:2]
# rtdyld-check: *{4}_x2 = (got_addr(got_load.o/__text, _e2)[11:2] << 10) + 0xb9400107
# rtdyld-check: *{4}(_x2 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_p3, 1) = got_addr(got_load.o/__other, _e1)[63:12] - _p3[63:12]
# rtdyld-check: (*{4}_p3)[4:0] = 21
# rtdyld-check: *{4}(_p3 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(_w3, 2) = got_addr(got_load.o/__other, _e1)[11:2]
# rtdyld-check: *{4}_w3 = (got_addr(got_load.o/__other, _e1)[11:2] << 10) + 0xb9400107
# rtdyld-check: *{4}(_w3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(got_addr(got_load.o/__text, _e1)) = _e1
# rtdyld-check: *{4}(got_addr(got_load.o/__text, _e2)) = _e2
# rtdyld-check: *{4}(got_addr(got_load.o/__other, _e1)) = _e1
