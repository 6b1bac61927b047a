# R_SPARC_22, 13, 11, 10, 7, 6 and 5: S + A in immediates, the greatest and the least.
# llvm: no it has no relocations of SPARC
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=n=0x10 -check=%s %o
	.globl	n
	.weak	nobody
	.macro	imm name, type, value, word
	.reloc	., R_SPARC_\type, n - 0x10 + \value
\name:	.long	\word
	.endm
	.text
	.long	0xa5a5a5a5
	imm	m22, 22, 0x3fffff, 0x11000000
	imm	l22, 22, -0x200000, 0x111fffff
	imm	m13, 13, 0xfff, 0x90123fff
	imm	l13, 13, -0x1000, 0x90122fff
	imm	m11, 11, 0x3ff, 0x91647fff
	imm	l11, 11, -0x400, 0x916473ff
	imm	m10, 10, 0x1ff, 0x907a27ff
	imm	l10, 10, -0x200, 0x907a25ff
	imm	m7, 7, 0x7f, 0x91d02000
	imm	l7, 7, 0, 0x91d020ff
	imm	m6, 6, 0x3f, 0x912a3000
	imm	l6, 6, 0, 0x912a307f
	imm	m5, 5, 0x1f, 0x912a2000
	imm	l5, 5, 0, 0x912a203f
	.macro	zero type, word
	.reloc	., R_SPARC_\type, nobody
	.long	\word
	.endm
none:
	zero	22, 0x113fffff
	zero	13, 0x90123fff
	zero	11, 0x916477ff
	zero	10, 0x907a27ff
	zero	7, 0x91d020ff
	zero	6, 0x912a307f
	zero	5, 0x912a203f
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(m22 - 4) = 0xa5a5a5a5113fffff
# rtdyld-check: *{4}l22 = 0x11200000
# rtdyld-check: *{4}m13 = 0x90122fff
# rtdyld-check: *{4}l13 = 0x90123000
# rtdyld-check: *{4}m11 = 0x91647bff
# rtdyld-check: *{4}l11 = 0x91647400
# rtdyld-check: *{4}m10 = 0x907a25ff
# rtdyld-check: *{4}l10 = 0x907a2600
# rtdyld-check: *{4}m7 = 0x91d0207f
# rtdyld-check: *{4}l7 = 0x91d02080
# rtdyld-check: *{4}m6 = 0x912a303f
# rtdyld-check: *{4}l6 = 0x912a3040
# rtdyld-check: *{4}m5 = 0x912a201f
# rtdyld-check: *{8}l5 = 0x912a202011000000
# rtdyld-check: *{8}(none + 4) = 0x9012200091647000
# rtdyld-check: *{8}(none + 12) = 0x907a240091d02080
# rtdyld-check: *{8}(none + 20) = 0x912a3040912a2020
# rtdyld-check: *{4}(none + 28) = 0xa5a5a5a5
