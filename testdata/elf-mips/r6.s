# TRIPLE: mipsisa32r6-linux-gnu
# Revision 6. R_MIPS_PC21_S2 and PC26_S2: S + A - P, A is -4; PC19_S2 in words; PCHI16 and PCLO16: the halves, P that of each.
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips-linux-gnu \
# RUN:   -map-section=r6.o,.text=0x10000000 -map-section=r6.o,.text.a=0x101fff00 -map-section=r6.o,.text.b=0x10001000 -map-section=r6.o,.text.c=0x100f0000 -map-section=r6.o,.text.d=0xff20000 -map-section=r6.o,.text.e=0x17fffff0 -map-section=r6.o,.text.f=0xa000000 -map-section=r6.o,.data=0x30000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips-linux-gnu \
# RUN:   -map-section=r6.o,.text=0x10000000 -map-section=r6.o,.text.a=0x101fff00 -map-section=r6.o,.text.b=0x10001000 -map-section=r6.o,.text.c=0x100f0000 -map-section=r6.o,.text.d=0xff20000 -map-section=r6.o,.text.e=0x18000010 -map-section=r6.o,.text.f=0xa000000 -map-section=r6.o,.data=0x30000000 %o
# ERR: .text+0xc: R_MIPS_PC26_S2 to up26: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=mips-linux-gnu \
# RUN:   -map-section=r6.o,.text=0x10000000 -map-section=r6.o,.text.a=0x101fff00 -map-section=r6.o,.text.b=0x10001000 -map-section=r6.o,.text.c=0x10100020 -map-section=r6.o,.text.d=0xff20000 -map-section=r6.o,.text.e=0x17fffff0 -map-section=r6.o,.text.f=0xa000000 -map-section=r6.o,.data=0x30000000 %o
# ERR: .text+0x1c: R_MIPS_PC19_S2 to up19: 0x100008 does not fit signed 21
	.text
	.long	0xa5a5a5a5
c21:	beqzc	$4, there + 8
	nop
c26:	balc	up26
	balc	down26
c16:	beqc	$4, $5, close + 8
	nop
p19:	lwpc	$4, up19 + 4
	lwpc	$4, down19
hi:	auipc	$4, %pcrel_hi(value + 0x12348004)
	addiu	$4, $4, %pcrel_lo(value + 0x12348008)
edge:	auipc	$4, %pcrel_hi(value + 0x12348027)
	addiu	$4, $4, %pcrel_lo(value + 0x12348027 + 4)
	auipc	$4, %pcrel_hi(value + 0x12348030)
	addiu	$4, $4, %pcrel_lo(value + 0x12348030 + 4)
	.long	0xa5a5a5a5
	.section .text.b,"ax",@progbits
	.balign	8
	nop
	nop
close:	nop
	.section .text.c,"ax",@progbits
up19:	nop
	.section .text.d,"ax",@progbits
down19:	nop
	.section .text.e,"ax",@progbits
up26:	nop
	.section .text.f,"ax",@progbits
down26:	nop
	.section .text.a,"ax",@progbits
	nop
there:	nop
	.data
value:	.long	0xa5a5a5a5

# rtdyld-check: *{4}(c21 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}c21 = 0xd8800000 + (there + 8 - c21 - 4)[22:2]
# rtdyld-check: *{4}c26 = 0xe8000000 + (up26 - c26 - 4)[27:2]
# rtdyld-check: *{4}(c26 + 4) = 0xe8000000 + (down26 - c26 - 8)[27:2]
# rtdyld-check: *{4}c16 = 0x20850000 + (close + 8 - c16 - 4)[17:2]
# rtdyld-check: *{4}p19 = 0xec880000 + (up19 + 4 - p19)[20:2]
# rtdyld-check: *{4}(p19 + 4) = 0xec880000 + (down19 - p19 - 4)[20:2]
# rtdyld-check: *{4}hi = 0xec9e0000 + (value + 0x12348004 - hi + 0x8000)[31:16]
# rtdyld-check: *{4}(hi + 4) = 0x24840000 + (value + 0x12348008 - hi - 4)[15:0]
# rtdyld-check: *{4}edge = 0xec9e3234
# rtdyld-check: *{4}(edge + 8) = 0xec9e3235
# rtdyld-check: *{4}(edge + 16) = 0xa5a5a5a5
