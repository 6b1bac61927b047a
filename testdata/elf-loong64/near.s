# R_LARCH_TLS_GD_PCREL20_S2, LD_PCREL20_S2, DESC_PCREL20_S2: G + A - P in 22 bits, G the address of an entry as by R_LARCH_TLS_GD_PC_HI20 and its kin.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=near.o,.text=0x123450004 -map-section=near.o,.got=0x12356a5b8 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=near.o,.text=0x123450004 -map-section=near.o,.got=0x123650000 %o
# ERR: .text+0x4: R_LARCH_TLS_GD_PCREL20_S2 to own: 0x200008 does not fit signed 22
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
	.long	0x02c00005
w0:	.reloc	., R_LARCH_TLS_GD_PCREL20_S2, own + 0x8
	.long	0x19555545
w1:	.reloc	., R_LARCH_TLS_LD_PCREL20_S2, other + 0x8
	.long	0x19555545
w2:	.reloc	., R_LARCH_TLS_DESC_PCREL20_S2, desc + 0x8
	.long	0x19555545
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x188d2e05
# rtdyld-check: *{4}w1 = 0x188d2e65
# rtdyld-check: *{4}w2 = 0x188d2ec5
# rtdyld-check: *{4}(w2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(near.o, .got) + 0) = 0 - 16
# rtdyld-check: *{8}(section_addr(near.o, .got) + 8) = 1
# rtdyld-check: *{8}(section_addr(near.o, .got) + 16) = 8
# rtdyld-check: *{8}(section_addr(near.o, .got) + 24) = 1
# rtdyld-check: *{8}(section_addr(near.o, .got) + 32) = 0x10
# rtdyld-check: *{8}(section_addr(near.o, .got) + 48) = 0 - 24
