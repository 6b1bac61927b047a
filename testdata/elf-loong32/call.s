# R_LARCH_B26: S + A - P in 28 bits. S is the symbol or a stub of it. Sums wrap.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=call.o,.code=0x34567001 -map-section=call.o,.text.a=0x3c566ff9 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=call.o,.code=0x34567001 -map-section=call.o,.text.a=0x2c566ffd -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=call.o,.code=0xfffff001 -map-section=call.o,.text.a=0x102ffd -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=call.o,.code=0x34567001 -map-section=call.o,.text.a=0x3c566ffd %o
# ERR: .code+0x4: R_LARCH_B26 to a: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=call.o,.code=0x34567001 -map-section=call.o,.text.a=0x2c566ff9 %o
# ERR: .code+0x4: R_LARCH_B26 to a: -0x8000004 does not fit signed 28
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=call.o,.code=0x34567001 -map-section=call.o,.text.a=0x3c566ff8 %o
# ERR: .code+0x4: R_LARCH_B26 to a: 0x7fffffb is no multiple of 4
	.section .text.a,"ax",@progbits
	.globl	a
a:	.long	0x4c000020	# ret
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
short:	.reloc	., R_LARCH_B26, a + 8
	.long	0x57a5a5a5	# bl
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(short - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(short, 0)[31:0] = (a + 8 - short)[31:0]
# rtdyld-check: next_pc(short) = short + 4
# rtdyld-check: *{4}short = 0x54000000 + ((a + 8 - short)[17:2] << 10) + (a + 8 - short)[27:18]
# rtdyld-check: *{4}(short + 4) = 0xa5a5a5a5
