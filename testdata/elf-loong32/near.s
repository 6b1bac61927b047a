# R_LARCH_TLS_GD_PCREL20_S2, LD_PCREL20_S2, DESC_PCREL20_S2: G + A - P in 22 bits, G the address of an entry as by R_LARCH_TLS_GD_PC_HI20 and its kin.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=near.o,.text=0x23450004 -map-section=near.o,.got=0x2356a5b8 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=near.o,.text=0x23450004 -map-section=near.o,.got=0x23650000 %o
# ERR: .text+0x4: R_LARCH_TLS_GD_PCREL20_S2 to own: 0x200004 does not fit signed 22
	.globl	first, own, other, desc
	.section .tbss,"awT",@nobits
	.balign	16
	.zero	8
	.type	own, @object
	.size	own, 3
own:	.zero	8
	.type	other, @object
	.size	other, 5
other:	.zero	8
	.type	desc, @object
	.size	desc, 6
desc:	.zero	8
	.type	first, @object
	.size	first, 7
first:	.zero	8
	.zero	8
	.text
	.reloc	., R_LARCH_TLS_IE_PC_LO12, first
	.long	0x02800005
w0:	.reloc	., R_LARCH_TLS_GD_PCREL20_S2, own + 0x8
	.long	0x19555545
w1:	.reloc	., R_LARCH_TLS_LD_PCREL20_S2, other + 0x8
	.long	0x19555545
w2:	.reloc	., R_LARCH_TLS_DESC_PCREL20_S2, desc + 0x8
	.long	0x19555545
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x18000005 + ((section_addr(near.o, .got) + 4 + 8 - w0)[21:2] << 5)
# rtdyld-check: *{4}w1 = 0x18000005 + ((section_addr(near.o, .got) + 12 + 8 - w1)[21:2] << 5)
# rtdyld-check: *{4}w2 = 0x18000005 + ((section_addr(near.o, .got) + 20 + 8 - w2)[21:2] << 5)
# rtdyld-check: *{4}(w2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(near.o, .got)) = 0xfffffff0
# rtdyld-check: *{4}(section_addr(near.o, .got) + 4) = 1
# rtdyld-check: *{4}(section_addr(near.o, .got) + 8) = 8
# rtdyld-check: *{4}(section_addr(near.o, .got) + 12) = 1
# rtdyld-check: *{4}(section_addr(near.o, .got) + 16) = 0x10
# rtdyld-check: *{4}(section_addr(near.o, .got) + 24) = 0xffffffe8
