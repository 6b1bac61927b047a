# R_LARCH_GOT_PC_HI20, GOT_PC_LO12: G + A - page(P) as R_LARCH_PCALA_HI20 and LO12, G the address of an entry of four bytes with S; R_LARCH_GOT_HI20, GOT_LO12: G + A as R_LARCH_ABS_HI20 and LO12.
# Sums wrap.
# layout: default RuntimeDyld's has a GOT entry for each addend
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=0x12345678 -dummy-extern=other=0xf3456788 \
# RUN:   -map-section=got.o,.text=0x23457fdc -map-section=got.o,.got=0x80015a98 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=0x12345678 -dummy-extern=other=0xf3456788 \
# RUN:   -map-section=got.o,.text=0xf3457fdc -map-section=got.o,.got=0x15a98 -check=%s %o
	.globl	first, far, other
	.text
	.reloc	., R_LARCH_GOT_LO12, first
	.long	0x038000a5
	.space	0x40
w0:	.reloc	., R_LARCH_GOT_PC_HI20, far - 0x29d
	.long	0x1b555544
w1:	.reloc	., R_LARCH_GOT_PC_LO12, far - 0x29d
	.long	0x2aa5405
w2:	.reloc	., R_LARCH_GOT_PC_HI20, far + 0x7fff0a69
	.long	0x1b555544
w3:	.reloc	., R_LARCH_GOT_PC_LO12, far + 0x7fff0a69
	.long	0x2aa5405
w4:	.reloc	., R_LARCH_GOT_PC_HI20, far - 0x7fff029c
	.long	0x1b555544
w5:	.reloc	., R_LARCH_GOT_PC_LO12, far - 0x7fff029c
	.long	0x2aa5405
	.long	0xa5a5a5a5
w6:	.reloc	., R_LARCH_GOT_HI20, other - 0x531c0aa0
	.long	0x15555545
w7:	.reloc	., R_LARCH_GOT_LO12, other - 0x531c0aa0
	.long	0x3aa54a5
w8:	.reloc	., R_LARCH_GOT_HI20, other + 0x7fff055f
	.long	0x15555545
w9:	.reloc	., R_LARCH_GOT_LO12, other + 0x7fff055f
	.long	0x3aa54a5
	.long	0xa5a5a5a5
v0:	.reloc	., R_LARCH_GOT_LO12, other + 0x12345678
	.long	0x3aa54a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x1a000004 + ((section_addr(got.o, .got) + 4 - 0x29d - (w0 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w1 = 0x2800005 + ((section_addr(got.o, .got) + 4 - 0x29d)[11:0] << 10)
# rtdyld-check: *{4}w2 = 0x1a000004 + ((section_addr(got.o, .got) + 4 + 0x7fff0a69 - (w2 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w3 = 0x2800005 + ((section_addr(got.o, .got) + 4 + 0x7fff0a69)[11:0] << 10)
# rtdyld-check: *{4}w4 = 0x1a000004 + ((section_addr(got.o, .got) + 4 - 0x7fff029c - (w4 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w5 = 0x2800005 + ((section_addr(got.o, .got) + 4 - 0x7fff029c)[11:0] << 10)
# rtdyld-check: *{4}(w5 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w6 = 0x14000005 + ((section_addr(got.o, .got) + 8 - 0x531c0aa0)[31:12] << 5)
# rtdyld-check: *{4}w7 = 0x38000a5 + ((section_addr(got.o, .got) + 8 - 0x531c0aa0)[11:0] << 10)
# rtdyld-check: *{4}w8 = 0x14000005 + ((section_addr(got.o, .got) + 8 + 0x7fff055f)[31:12] << 5)
# rtdyld-check: *{4}w9 = 0x38000a5 + ((section_addr(got.o, .got) + 8 + 0x7fff055f)[11:0] << 10)
# rtdyld-check: *{4}(w9 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}v0 = 0x38000a5 + ((section_addr(got.o, .got) + 8 + 0x12345678)[11:0] << 10)
# rtdyld-check: *{4}(v0 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(got.o, .got)) = first
# rtdyld-check: *{4}(section_addr(got.o, .got) + 4) = far
# rtdyld-check: *{4}(section_addr(got.o, .got) + 8) = other
