# R_LARCH_TLS_DESC_PC_HI20, DESC_PC_LO12: G + A - page(P), G the address of two words of four bytes, a function and what it is told; R_LARCH_TLS_DESC_HI20, DESC_LO12: G + A. Sums wrap.
# R_LARCH_TLS_DESC_LD and DESC_CALL are marks.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=desc.o,.text=0x23457fdc -map-section=desc.o,.got=0x80015a98 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=desc.o,.text=0xf3457fdc -map-section=desc.o,.got=0x15a98 -check=%s %o
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
	.space	0x40
w0:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc - 0x29d
	.long	0x1b555544
w1:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc - 0x29d
	.long	0x2aa5405
w2:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc + 0x7fff0a69
	.long	0x1b555544
w3:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc + 0x7fff0a69
	.long	0x2aa5405
w4:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc - 0x7fff029c
	.long	0x1b555544
w5:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc - 0x7fff029c
	.long	0x2aa5405
	.long	0xa5a5a5a5
w6:	.reloc	., R_LARCH_TLS_DESC_HI20, desc - 0x531c0a9c
	.long	0x15555545
w7:	.reloc	., R_LARCH_TLS_DESC_LO12, desc - 0x531c0a9c
	.long	0x3aa54a5
w8:	.reloc	., R_LARCH_TLS_DESC_HI20, desc + 0x7fff0563
	.long	0x15555545
w9:	.reloc	., R_LARCH_TLS_DESC_LO12, desc + 0x7fff0563
	.long	0x3aa54a5
	.long	0xa5a5a5a5
w10:	.reloc	., R_LARCH_TLS_DESC_LD, desc + 0x0
	.long	0x28800081
w11:	.reloc	., R_LARCH_TLS_DESC_CALL, desc + 0x0
	.long	0x4c000021
	.long	0xa5a5a5a5
v0:	.reloc	., R_LARCH_TLS_DESC_LO12, desc + 0x12345678
	.long	0x3aa54a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x1a000004 + ((section_addr(desc.o, .got) + 4 - 0x29d - (w0 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w1 = 0x2800005 + ((section_addr(desc.o, .got) + 4 - 0x29d)[11:0] << 10)
# rtdyld-check: *{4}w2 = 0x1a000004 + ((section_addr(desc.o, .got) + 4 + 0x7fff0a69 - (w2 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w3 = 0x2800005 + ((section_addr(desc.o, .got) + 4 + 0x7fff0a69)[11:0] << 10)
# rtdyld-check: *{4}w4 = 0x1a000004 + ((section_addr(desc.o, .got) + 4 - 0x7fff029c - (w4 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w5 = 0x2800005 + ((section_addr(desc.o, .got) + 4 - 0x7fff029c)[11:0] << 10)
# rtdyld-check: *{4}(w5 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w6 = 0x14000005 + ((section_addr(desc.o, .got) + 4 - 0x531c0a9c)[31:12] << 5)
# rtdyld-check: *{4}w7 = 0x38000a5 + ((section_addr(desc.o, .got) + 4 - 0x531c0a9c)[11:0] << 10)
# rtdyld-check: *{4}w8 = 0x14000005 + ((section_addr(desc.o, .got) + 4 + 0x7fff0563)[31:12] << 5)
# rtdyld-check: *{4}w9 = 0x38000a5 + ((section_addr(desc.o, .got) + 4 + 0x7fff0563)[11:0] << 10)
# rtdyld-check: *{4}(w9 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w10 = 0x28800081
# rtdyld-check: *{4}w11 = 0x4c000021
# rtdyld-check: *{4}(w11 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}v0 = 0x38000a5 + ((section_addr(desc.o, .got) + 4 + 0x12345678)[11:0] << 10)
# rtdyld-check: *{4}(v0 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(desc.o, .got)) = 0xfffffff0
# rtdyld-check: *{4}(section_addr(desc.o, .got) + 8) = 0xffffffe8
# ld.w $a0, $a0, 4; ret
# rtdyld-check: *{8}(*{4}(section_addr(desc.o, .got) + 4)) = 0x4c00002028801084
