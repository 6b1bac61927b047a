# R_SPARC_8, 16, 32, 64, UA16, UA32, UA64, PLT32, PLT64: S + A; R_SPARC_DISP8 to DISP64, PCPLT32: S + A - P; R_SPARC_SIZE32 and 64: Z + A; all big-endian.
# R_SPARC_NONE: nothing.
# llvm: no it has no relocations of SPARC
# TYPE: R_SPARC_COPY 86
# TYPE: R_SPARC_JMP_SLOT 87
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=byte=0x80 -dummy-extern=half=0x8000 -dummy-extern=word=0x80000000 -dummy-extern=near=0x123456780 -dummy-extern=big=0x123456789abcdef0 \
# RUN:   -map-section=data.o,.data=0x123456785 -check=%s %o
	.globl	byte, half, word, near, big, sized
	.macro	field name, type, symbol, size
	.reloc	., R_SPARC_\type, \symbol
\name:	.fill	\size, 1, 0xa5
	.endm
	.data
	field	wide, 64, big + 8, 8
	field	uwide, UA64, big + 9, 8
	field	plt64, PLT64, big + 10, 8
	field	disp64, DISP64, big - 11, 8
	.byte	0xa5
	field	abs, 32, word + 0x7fffffff, 4
	field	neg, 32, word - 0x100000000, 4
	field	uabs, UA32, word + 0x7fffffff, 4
	field	uneg, UA32, word - 0x100000000, 4
	field	pabs, PLT32, word + 0x7fffffff, 4
	field	pneg, PLT32, word - 0x100000000, 4
	.byte	0xa5
	field	h, 16, half + 0x7fff, 2
	field	hneg, 16, half - 0x10000, 2
	field	uh, UA16, half + 0x7fff, 2
	field	uhneg, UA16, half - 0x10000, 2
	.byte	0xa5
	field	b, 8, byte + 0x7f, 1
	field	bneg, 8, byte - 0x100, 1
	.byte	0xa5
	field	rel, DISP32, near + 0x8000004a, 4
	field	back, DISP32, near - 0x7fffffb1, 4
	field	prel, PCPLT32, near + 0x80000052, 4
	field	pback, PCPLT32, near - 0x7fffffa9, 4
	.byte	0xa5
	field	rel16, DISP16, near + 0x805b, 2
	field	back16, DISP16, near - 0x7fa2, 2
	.byte	0xa5
	field	rel8, DISP8, near + 0xe0, 1
	field	back8, DISP8, near - 0x1e, 1
	.byte	0xa5
	field	size32, COPY, sized + 0x10, 4
	field	size64, JMP_SLOT, sized - 0x10, 8
	field	none, NONE, big + 3, 4
mine:	.xword	mine - 8
	.type	sized, @object
	.size	sized, 12
sized:	.zero	12

# rtdyld-check: *{8}wide = big + 8
# rtdyld-check: *{8}wide = 0x123456789abcdef8
# rtdyld-check: *{1}wide = 0x12
# rtdyld-check: *{8}uwide = big + 9
# rtdyld-check: *{8}plt64 = big + 10
# rtdyld-check: *{8}disp64 = big - 11 - disp64
# rtdyld-check: *{1}(disp64 + 8) = 0xa5
# rtdyld-check: *{4}abs = 0xffffffff
# rtdyld-check: *{4}neg = 0x80000000
# rtdyld-check: *{4}uabs = 0xffffffff
# rtdyld-check: *{4}uneg = 0x80000000
# rtdyld-check: *{4}pabs = 0xffffffff
# rtdyld-check: *{8}pneg = 0x80000000a5ffff80
# rtdyld-check: *{2}hneg = 0x8000
# rtdyld-check: *{2}uh = 0xffff
# rtdyld-check: *{4}uhneg = 0x8000a5ff
# rtdyld-check: *{4}b = 0xff80a57f
# rtdyld-check: *{4}rel = near + 0x8000004a - rel
# rtdyld-check: *{4}rel = 0x7fffffff
# rtdyld-check: *{4}back = 0x80000000
# rtdyld-check: *{4}prel = 0x7fffffff
# rtdyld-check: *{8}pback = 0x80000000a57fff80
# rtdyld-check: *{4}back16 = 0x8000a57f
# rtdyld-check: *{2}rel8 = 0x7f80
# rtdyld-check: *{1}(back8 + 1) = 0xa5
# rtdyld-check: *{4}size32 = 28
# rtdyld-check: *{8}size64 = 0 - 4
# rtdyld-check: *{4}none = 0xa5a5a5a5
# rtdyld-check: *{8}mine = mine - 8
