# R_LARCH_B26: S + A - P in 28 bits; R_LARCH_CALL36: in PCADDU18I and JIRL together, whatever their registers. S is the symbol or a stub of it.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x23c566ff9 -map-section=call.o,.text.b=0x2234546ffd -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x22c566ffd -map-section=call.o,.text.b=0xffffffe234547001 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x23c566ffd -map-section=call.o,.text.b=0x2234546ffd %o
# ERR: .code+0x4: R_LARCH_B26 to a: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x22c566ff9 -map-section=call.o,.text.b=0xffffffe234547001 %o
# ERR: .code+0x4: R_LARCH_B26 to a: -0x8000004 does not fit signed 28
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x23c566ff9 -map-section=call.o,.text.b=0x2234547001 %o
# ERR: .code+0x8: R_LARCH_CALL36 to b: 0x1ffffe0000 does not fit signed 38
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x22c566ffd -map-section=call.o,.text.b=0xffffffe234546ffd %o
# ERR: .code+0x8: R_LARCH_CALL36 to b: -0x2000020004 does not fit signed 38
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567001 -map-section=call.o,.text.a=0x23c566ff9 -map-section=call.o,.text.b=0x2234546ffc %o
# ERR: .code+0x8: R_LARCH_CALL36 to b: 0x1ffffdfffb is no multiple of 4
	.section .text.a,"ax",@progbits
	.globl	a, b
a:	.long	0x4c000020	# ret
	.section .text.b,"ax",@progbits
b:	.long	0x4c000020
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
short:	.reloc	., R_LARCH_B26, a + 8
	.long	0x57a5a5a5	# bl
long:	.reloc	., R_LARCH_CALL36, b + 8
	.long	0x1f555541	# pcaddu18i $ra
	.long	0x4ea5a421	# jirl $ra, $ra
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(short, 0) = a + 8 - short
# rtdyld-check: next_pc(short) = short + 4
# rtdyld-check: *{4}short = 0x54000000 + ((a + 8 - short)[17:2] << 10) + (a + 8 - short)[27:18]
# rtdyld-check: *{4}long = 0x1e000001 + ((b + 8 - long + 0x20000)[37:18] << 5)
# rtdyld-check: *{4}(long + 4) = 0x4c000021 + ((b + 8 - long)[17:2] << 10)
# rtdyld-check: *{4}(long + 8) = 0xa5a5a5a5
