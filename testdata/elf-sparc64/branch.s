# R_SPARC_WDISP30, WPLT30, WDISP22, WDISP19, WDISP16 and WDISP10: S + A - P, a multiple of 4, at both ends of what they reach.
# llvm: no it has no relocations of SPARC
# TYPE: R_SPARC_COPY 88
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -map-section=branch.o,.code=0x234567000 -map-section=branch.o,.text.own=0x234568000 -check=%s %o
	.section .text.own,"ax",@progbits
	.globl	own
own:	retl
	nop
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
	.macro	branch name, type, value, word
	.reloc	., R_SPARC_\type, own - 0x1000 + \value + here
\name:	.long	\word
	.set	here, here + 4
	.endm
	.set	here, 4
	branch	up30, WDISP30, 0x7ffffffc, 0x40000000
	branch	down30, WDISP30, -0x80000000, 0x7fffffff
	branch	upplt, WPLT30, 0x7ffffffc, 0x40000000
	branch	downplt, WPLT30, -0x80000000, 0x7fffffff
	.long	0xa5a5a5a5
	.set	here, here + 4
	branch	up22, WDISP22, 0x7ffffc, 0x30800000
	branch	down22, WDISP22, -0x800000, 0x02bfffff
	branch	up19, WDISP19, 0xffffc, 0x10680000
	branch	down19, WDISP19, -0x100000, 0x026fffff
	branch	up16, WDISP16, 0x1fffc, 0x02c80000
	branch	down16, WDISP16, -0x20000, 0x02fa3fff
	branch	part16, WDISP16, 0x15554, 0x02fa3fff
	branch	up10, COPY, 0x7fc, 0x12d02001
	branch	down10, COPY, -0x800, 0x12d83fe1
	branch	part10, COPY, 0x554, 0x12d83fe1
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up30 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up30 = 0x5fffffff
# rtdyld-check: *{4}down30 = 0x60000000
# rtdyld-check: *{4}upplt = 0x5fffffff
# rtdyld-check: *{4}downplt = 0x60000000
# rtdyld-check: *{8}(downplt + 4) = 0xa5a5a5a5309fffff
# rtdyld-check: *{4}down22 = 0x02a00000
# rtdyld-check: *{4}up19 = 0x106bffff
# rtdyld-check: *{4}down19 = 0x026c0000
# rtdyld-check: *{4}up16 = 0x02d83fff
# rtdyld-check: *{4}down16 = 0x02ea0000
# rtdyld-check: *{4}part16 = 0x02da1555
# rtdyld-check: *{4}up10 = 0x12c83fe1
# rtdyld-check: *{4}down10 = 0x12d02001
# rtdyld-check: *{8}part10 = 0x12c82aa1a5a5a5a5
