# R_LARCH_TLS_LE_HI20, LE_LO12: the offset from the thread pointer plus A in two parts; R_LARCH_TLS_LE_HI20_R, LE_LO12_R: rounded; LE_ADD_R is a mark. R_LARCH_TLS_IE_PC_HI20, IE_PC_LO12:
# G + A - page(P) of an entry of four bytes with that offset, TLS_IE_HI20, IE_LO12: G + A. R_LARCH_TLS_DTPREL32, DTPREL64: the offset in the module's block. Sums wrap.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=tls.o,.text=0x23457fdc -map-section=tls.o,.got=0x80015a98 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu \
# RUN:   -map-section=tls.o,.text=0xf3457fdc -map-section=tls.o,.got=0x15a98 -check=%s %o
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
w0:	.reloc	., R_LARCH_TLS_LE_HI20, own - 0x531bffd8
	.long	0x15555545
w1:	.reloc	., R_LARCH_TLS_LE_LO12, own - 0x531bffd8
	.long	0x3aa54a5
w2:	.reloc	., R_LARCH_TLS_LE_HI20, own + 0x7fff1027
	.long	0x15555545
w3:	.reloc	., R_LARCH_TLS_LE_LO12, own + 0x7fff1027
	.long	0x3aa54a5
	.long	0xa5a5a5a5
w4:	.reloc	., R_LARCH_TLS_LE_HI20_R, own + 0x7ffff827
	.long	0x15555545
w5:	.reloc	., R_LARCH_TLS_LE_LO12_R, own + 0x7ffff827
	.long	0x2aa5405
w6:	.reloc	., R_LARCH_TLS_LE_HI20_R, own + 0x12345828
	.long	0x15555545
w7:	.reloc	., R_LARCH_TLS_LE_LO12_R, own + 0x12345828
	.long	0x2aa5405
w8:	.reloc	., R_LARCH_TLS_LE_HI20_R, own + 0x7fffff27
	.long	0x15555545
w9:	.reloc	., R_LARCH_TLS_LE_LO12_R, own + 0x7fffff27
	.long	0x2aa5405
w10:	.reloc	., R_LARCH_TLS_LE_ADD_R, own + 0x0
	.long	0x100484
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_TLS_IE_PC_LO12, first
	.long	0x02800005
	.space	0xf00
w11:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own - 0x29d
	.long	0x1b555544
w12:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own - 0x29d
	.long	0x2aa5405
w13:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own + 0x7fff0a69
	.long	0x1b555544
w14:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own + 0x7fff0a69
	.long	0x2aa5405
w15:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own - 0x7fff029c
	.long	0x1b555544
w16:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own - 0x7fff029c
	.long	0x2aa5405
	.long	0xa5a5a5a5
w17:	.reloc	., R_LARCH_TLS_IE_HI20, own - 0x531c0a9c
	.long	0x15555545
w18:	.reloc	., R_LARCH_TLS_IE_LO12, own - 0x531c0a9c
	.long	0x3aa54a5
w19:	.reloc	., R_LARCH_TLS_IE_HI20, own + 0x7fff0563
	.long	0x15555545
w20:	.reloc	., R_LARCH_TLS_IE_LO12, own + 0x7fff0563
	.long	0x3aa54a5
	.long	0xa5a5a5a5
d64:	.reloc	., R_LARCH_TLS_DTPREL64, other + 0x1000
	.quad	0x5a5a5a5a5a5a5a5a
d32:	.reloc	., R_LARCH_TLS_DTPREL32, other + 0x7fffffef
	.long	0x5a5a5a5a
	.reloc	., R_LARCH_TLS_DTPREL32, other - 0x80000010
	.long	0x5a5a5a5a
	.reloc	., R_LARCH_TLS_DTPREL32, other + 0x7ffffffe
	.long	0x5a5a5a5a
	.reloc	., R_LARCH_TLS_DTPREL32, other - 0x18
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5
v0:	.reloc	., R_LARCH_TLS_LE_LO12, own + 0x12345678
	.long	0x3aa54a5
v1:	.reloc	., R_LARCH_TLS_IE_LO12, own + 0x12345678
	.long	0x3aa54a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x14000005 + ((0 - 40 - 0x531bffd8)[31:12] << 5)
# rtdyld-check: *{4}w1 = 0x38000a5 + ((0 - 40 - 0x531bffd8)[11:0] << 10)
# rtdyld-check: *{4}w2 = 0x14000005 + ((0 - 40 + 0x7fff1027)[31:12] << 5)
# rtdyld-check: *{4}w3 = 0x38000a5 + ((0 - 40 + 0x7fff1027)[11:0] << 10)
# rtdyld-check: *{4}(w3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w4 = 0x14000005 + ((0 - 40 + 0x7ffff827 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w5 = 0x2800005 + ((0 - 40 + 0x7ffff827)[11:0] << 10)
# rtdyld-check: *{4}w6 = 0x14000005 + ((0 - 40 + 0x12345828 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w7 = 0x2800005 + ((0 - 40 + 0x12345828)[11:0] << 10)
# rtdyld-check: *{4}w8 = 0x14000005 + ((0 - 40 + 0x7fffff27 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w9 = 0x2800005 + ((0 - 40 + 0x7fffff27)[11:0] << 10)
# rtdyld-check: *{4}w10 = 0x100484
# rtdyld-check: *{4}(w10 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w11 = 0x1a000004 + ((section_addr(tls.o, .got) + 4 - 0x29d - (w11 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w12 = 0x2800005 + ((section_addr(tls.o, .got) + 4 - 0x29d)[11:0] << 10)
# rtdyld-check: *{4}w13 = 0x1a000004 + ((section_addr(tls.o, .got) + 4 + 0x7fff0a69 - (w13 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w14 = 0x2800005 + ((section_addr(tls.o, .got) + 4 + 0x7fff0a69)[11:0] << 10)
# rtdyld-check: *{4}w15 = 0x1a000004 + ((section_addr(tls.o, .got) + 4 - 0x7fff029c - (w15 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w16 = 0x2800005 + ((section_addr(tls.o, .got) + 4 - 0x7fff029c)[11:0] << 10)
# rtdyld-check: *{4}(w16 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w17 = 0x14000005 + ((section_addr(tls.o, .got) + 4 - 0x531c0a9c)[31:12] << 5)
# rtdyld-check: *{4}w18 = 0x38000a5 + ((section_addr(tls.o, .got) + 4 - 0x531c0a9c)[11:0] << 10)
# rtdyld-check: *{4}w19 = 0x14000005 + ((section_addr(tls.o, .got) + 4 + 0x7fff0563)[31:12] << 5)
# rtdyld-check: *{4}w20 = 0x38000a5 + ((section_addr(tls.o, .got) + 4 + 0x7fff0563)[11:0] << 10)
# rtdyld-check: *{4}(w20 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}d64 = 0x1010
# rtdyld-check: *{8}d32 = 0x800000007fffffff
# rtdyld-check: *{8}(d32 + 8) = 0xfffffff88000000e
# rtdyld-check: *{4}(d32 + 16) = 0xa5a5a5a5
# rtdyld-check: *{4}v0 = 0x38000a5 + ((0 - 40 + 0x12345678)[11:0] << 10)
# rtdyld-check: *{4}v1 = 0x38000a5 + ((section_addr(tls.o, .got) + 4 + 0x12345678)[11:0] << 10)
# rtdyld-check: *{4}(v1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(tls.o, .got)) = 0xfffffff0
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 4) = 0xffffffd8
