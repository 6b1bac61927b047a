# S + A in parts: R_SPARC_HI22, LO10 of 32 bits; H44, M44, L44; H34; HH22, HM10, LM22 of 64; HIX22, LOX10 of the complement of a negative number; OLO10 is LO10 and
# a second addend. HIPLT22 and LOPLT10 are HI22 and LO10.
# llvm: no it has no relocations of SPARC
# TYPE: R_SPARC_COPY 85
# TYPE: R_SPARC_JMP_SLOT 0xc0021
# TYPE: R_SPARC_RELATIVE 0xfff00021
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=low=0x89abcdea -dummy-extern=mid=0xabcdef98765 -dummy-extern=big=0xfedcba9876543210 -dummy-extern=neg=0xffffffff6789abcd \
# RUN:   -map-section=abs.o,.got=0x234667128 -check=%s %o
	.globl	low, mid, big, neg
	.weak	nobody
	.macro	part name, type, symbol, word
	.reloc	., R_SPARC_\type, \symbol
\name:	.long	\word
	.endm
	.text
	.long	0xa5a5a5a5
	part	hi, HI22, low + 0x5, 0x113fffff
	part	hi0, HI22, low - 0x89abcdea, 0x113fffff
	part	himost, HI22, low + 0x76543215, 0x11000000
	part	lo, LO10, low + 0x905, 0x901233ff
	part	hiplt, HIPLT22, low + 0x5, 0x113fffff
	part	hipltmost, HIPLT22, low + 0x76543215, 0x11000000
	part	loplt, LOPLT10, low + 0x905, 0x901233ff
	.long	0xa5a5a5a5
	part	olo, OLO10, low + 0x5, 0x901233ff
	part	oloup, JMP_SLOT, low + 0x215, 0x901233ff
	part	olodown, RELATIVE, low - 0x1ea, 0x901223ff
	part	h44, H44, mid + 1, 0x113fffff
	part	m44, M44, mid + 1, 0x901233ff
	part	m44top, M44, big - 0xfedcba9876542211, 0x901223ff
	part	l44, L44, mid + 1, 0x90122fff
	part	h44top, H44, big - 0xfedcaa9876543211, 0x11000000
	part	h34, COPY, mid - 0xabc00000000, 0x113fffff
	part	h34less, COPY, mid - 0xabcdef97766, 0x113fffff
	part	hh, HH22, big + 1, 0x113fffff
	part	hhless, HH22, big - 0xfedcb69876543211, 0x113fffff
	part	hm, HM10, big + 1, 0x901233ff
	part	hmless, HM10, big - 0xfedcba9776543211, 0x901233ff
	part	lm, LM22, big + 1, 0x113fffff
	part	lmless, LM22, big - 0xfedcba9876542e11, 0x113fffff
	.long	0xa5a5a5a5
	part	hix, HIX22, neg + 1, 0x113fffff
	part	lox, LOX10, neg + 0x401, 0x901a2000
	part	loxplus, LOX10, low, 0x901a2000
	part	hixleast, HIX22, neg - 0x6789abcd, 0x11000000
	part	hixmost, HIX22, neg + 0x98765432, 0x113fffff
	.long	0xa5a5a5a5
	part	weak, HI22, nobody, 0x113fffff
	part	weaklo, LO10, nobody, 0x901223ff
	part	weak44, H44, nobody, 0x113fffff
	part	weakhh, HH22, nobody, 0x113fffff
	part	weakhm, HM10, nobody, 0x901223ff
	part	weaklm, LM22, nobody, 0x113fffff
	part	weakm44, M44, nobody, 0x901223ff
	part	weakl44, L44, nobody, 0x90122fff
	part	weak34, COPY, nobody, 0x113fffff
	part	weaklox, LOX10, nobody, 0x901a2000
	part	weakolo, OLO10, nobody, 0x901223ff
	part	weakhiplt, HIPLT22, nobody, 0x113fffff
	part	weakloplt, LOPLT10, nobody, 0x901223ff
	part	slot, GOT10, mid, 0x90122000
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(hi - 4) = 0xa5a5a5a511000000 + (low + 5)[31:10]
# rtdyld-check: *{4}hi0 = 0x11000000
# rtdyld-check: *{4}himost = 0x113fffff
# rtdyld-check: *{4}lo = 0x90123000 + (low + 0x105)[9:0]
# rtdyld-check: *{4}hiplt = 0x11000000 + (low + 5)[31:10]
# rtdyld-check: *{4}hipltmost = 0x113fffff
# rtdyld-check: *{4}loplt = 0x90123000 + (low + 0x105)[9:0]
# rtdyld-check: *{4}(loplt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}olo = 0x90122000 + (low + 5)[9:0]
# rtdyld-check: *{4}oloup = 0x90122000 + 0x3ff + 0xc00
# rtdyld-check: *{4}olodown = 0x90122000 + 0x1000
# rtdyld-check: *{4}h44 = 0x11000000 + (mid + 1)[43:22]
# rtdyld-check: *{4}m44 = 0x90123000 + (mid + 1)[21:12]
# rtdyld-check: *{4}m44top = 0x90122000
# rtdyld-check: *{4}l44 = 0x90122000 + (mid + 1)[11:0]
# rtdyld-check: *{4}h44top = 0x113fffff
# rtdyld-check: *{4}h34 = 0x11000000 + (mid - 0xabc00000000)[33:12]
# rtdyld-check: *{4}h34less = 0x11000000
# rtdyld-check: *{4}hh = 0x11000000 + (big + 1)[63:42]
# rtdyld-check: *{4}hhless = 0x11000000
# rtdyld-check: *{4}hm = 0x90123000 + (big + 1)[41:32]
# rtdyld-check: *{4}hmless = 0x90123000
# rtdyld-check: *{4}lm = 0x11000000 + (big + 1)[31:10]
# rtdyld-check: *{8}lmless = 0x11000000a5a5a5a5
# rtdyld-check: *{4}hix = 0x11000000 + (0 - neg - 2)[31:10]
# rtdyld-check: *{4}lox = 0x901a3c00 + (neg + 0x401)[9:0]
# rtdyld-check: *{4}loxplus = 0x901a3c00 + low[9:0]
# rtdyld-check: *{4}hixleast = 0x113fffff
# rtdyld-check: *{8}hixmost = 0x11000000a5a5a5a5
# rtdyld-check: *{4}weak = 0x11000000
# rtdyld-check: *{4}weaklo = 0x90122000
# rtdyld-check: *{4}weak44 = 0x11000000
# rtdyld-check: *{4}weakhh = 0x11000000
# rtdyld-check: *{4}weakhm = 0x90122000
# rtdyld-check: *{4}weaklm = 0x11000000
# rtdyld-check: *{4}weakm44 = 0x90122000
# rtdyld-check: *{4}weakl44 = 0x90122000
# rtdyld-check: *{4}weak34 = 0x11000000
# rtdyld-check: *{4}weaklox = 0x901a3c00
# rtdyld-check: *{4}weakolo = 0x90122000
# rtdyld-check: *{4}weakhiplt = 0x11000000
# rtdyld-check: *{4}weakloplt = 0x90122000
# rtdyld-check: *{4}(slot + 4) = 0xa5a5a5a5
