# R_LARCH_CALL30: S + A - P in PCADDU12I and JIRL together, whatever their registers: the low 12 bits are not signed. Sums wrap, so that it gets everywhere, and there are no stubs.
# TYPE: R_LARCH_SOP_PUSH_PCREL 127
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=call30.o,.code=0x34567001 -map-section=call30.o,.text.a=0xb4566ff5 -map-section=call30.o,.text.b=0xb4566ff9 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=call30.o,.code=0xf4567001 -map-section=call30.o,.text.a=0x34567801 -map-section=call30.o,.text.b=0x345667fd -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=call30.o,.code=0x34567001 -map-section=call30.o,.text.a=0xb4566ff4 -map-section=call30.o,.text.b=0xb4566ff9 %o
# ERR: .code+0x4: R_LARCH_CALL30 to a: 0x7ffffff7 is no multiple of 4
	.globl	a, b
	.section .text.a,"ax",@progbits
a:	.long	0x4c000020	# ret
	.section .text.b,"ax",@progbits
b:	.long	0x4c000020
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
up:	.reloc	., R_LARCH_SOP_PUSH_PCREL, a + 8
	.long	0x1d555541	# pcaddu12i $ra
	.long	0x4ea5a421	# jirl $ra, $ra
down:	.reloc	., R_LARCH_SOP_PUSH_PCREL, b - 4
	.long	0x1d55554c	# pcaddu12i $t0
	.long	0x4ea5a580	# jr $t0
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up = 0x1c000001 + ((a + 8 - up)[31:12] << 5)
# rtdyld-check: *{4}(up + 4) = 0x4c000021 + ((a + 8 - up)[11:2] << 10)
# rtdyld-check: *{4}down = 0x1c00000c + ((b - 4 - down)[31:12] << 5)
# rtdyld-check: *{4}(down + 4) = 0x4c000180 + ((b - 4 - down)[11:2] << 10)
# rtdyld-check: *{4}(down + 8) = 0xa5a5a5a5
