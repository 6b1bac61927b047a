# S + A - P in parts: R_SPARC_PC22, PC10 of 32 bits, which are not negative; PC_HH22, PC_HM10, PC_LM22 of 64. PCPLT22 and PCPLT10 are PC22 and PC10.
# _GLOBAL_OFFSET_TABLE_ is T.
# llvm: no it has no relocations of SPARC
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x334567003 -dummy-extern=big=0xfedcba9876543210 -dummy-extern=out=0x7fff12345678 -dummy-extern=base=0x1000 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 -map-section=pcrel.o,.got=0x234667128 -check=%s %o
	.globl	_GLOBAL_OFFSET_TABLE_, ext, big, out, base
	.weak	nobody
	.macro	part name, type, symbol, word
	.reloc	., R_SPARC_\type, \symbol
\name:	.long	\word
	.set	here, here + 4
	.endm
# S + A - P is a value.
	.macro	exact name, type, value, word
	part	\name, \type, base - 0x1000 + 0x234567000 + here + \value, \word
	.endm
	.text
	.long	0xa5a5a5a5
	.set	here, 4
	part	pc22, PC22, ext, 0x113fffff
	part	pc10, PC10, ext - 3, 0x901233ff
	exact	low22, PC22, 3, 0x113fffff
	exact	top22, PC22, 0xffffffff, 0x11000000
	exact	lowplt22, PCPLT22, 3, 0x113fffff
	exact	topplt22, PCPLT22, 0xffffffff, 0x11000000
	part	plt10, PCPLT10, ext - 3, 0x901233ff
	.long	0xa5a5a5a5
	.set	here, here + 4
	part	hh, PC_HH22, big + 1, 0x113fffff
	exact	hhmore, PC_HH22, 0x40000000000, 0x113fffff
	exact	hhless, PC_HH22, 0x3ffffffffff, 0x113fffff
	part	hm, PC_HM10, big + 1, 0x901233ff
	exact	hmmore, PC_HM10, 0x100000000, 0x901233ff
	exact	hmless, PC_HM10, 0xffffffff, 0x901233ff
	part	lm, PC_LM22, big + 1, 0x113fffff
	exact	lmmore, PC_LM22, 0x400, 0x113fffff
	exact	lmless, PC_LM22, 0x3ff, 0x113fffff
	part	l7, PC22, _GLOBAL_OFFSET_TABLE_ - 4, 0x2f000000
	.long	0x7fffffff
	.set	here, here + 4
	part	add, PC10, _GLOBAL_OFFSET_TABLE_ + 4, 0xae05e000
	part	slot, GOT10, out, 0x90122000
	part	whh, PC_HH22, nobody, 0x113fffff
	part	whm, PC_HM10, nobody, 0x901223ff
	part	wlm, PC_LM22, nobody, 0x113fffff
	part	wlo, PC10, nobody, 0x901223ff
	part	wplt, PCPLT10, nobody, 0x901223ff
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(pc22 - 4) = 0xa5a5a5a511000000 + (ext - pc22)[31:10]
# rtdyld-check: *{4}pc10 = 0x90123000 + (ext - 3 - pc10)[9:0]
# rtdyld-check: *{4}low22 = 0x11000000
# rtdyld-check: *{4}top22 = 0x113fffff
# rtdyld-check: *{4}lowplt22 = 0x11000000
# rtdyld-check: *{4}topplt22 = 0x113fffff
# rtdyld-check: *{8}plt10 = 0x90123000a5a5a5a5 + ((ext - 3 - plt10)[9:0] << 32)
# rtdyld-check: *{4}hh = 0x11000000 + (big + 1 - hh)[63:42]
# rtdyld-check: *{4}hhmore = 0x11000001
# rtdyld-check: *{4}hhless = 0x11000000
# rtdyld-check: *{4}hm = 0x90123000 + (big + 1 - hm)[41:32]
# rtdyld-check: *{4}hmmore = 0x90123001
# rtdyld-check: *{4}hmless = 0x90123000
# rtdyld-check: *{4}lm = 0x11000000 + (big + 1 - lm)[31:10]
# rtdyld-check: *{4}lmmore = 0x11000001
# rtdyld-check: *{4}lmless = 0x11000000
# rtdyld-check: *{4}l7 = 0x2f000000 + (section_addr(pcrel.o, .got) - 4 - l7)[31:10]
# rtdyld-check: *{4}add = 0xae05e000 + (section_addr(pcrel.o, .got) + 4 - add)[9:0]
# rtdyld-check: *{4}whh = 0x11000000 + (0 - whh)[63:42]
# rtdyld-check: *{4}whm = 0x90122000 + (0 - whm)[41:32]
# rtdyld-check: *{4}wlm = 0x11000000 + (0 - wlm)[31:10]
# rtdyld-check: *{4}wlo = 0x90122000 + (0 - wlo)[9:0]
# rtdyld-check: *{8}wplt = 0x90122000a5a5a5a5 + ((0 - wplt)[9:0] << 32)
