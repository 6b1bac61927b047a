# R_LARCH_PCALA_HI20, LO12: S + A - page(P) in two instructions, bits 31:12 and 11:0 with their sign: from everywhere to everywhere; sums wrap. LO12 of JIRL: a multiple of 4.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0xfedcba98 -dummy-extern=near=0x35795da8 \
# RUN:   -map-section=pcala.o,.text=0x23453ffc -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0x1234 -dummy-extern=near=0xe5795da8 \
# RUN:   -map-section=pcala.o,.text=0xc3453ffc -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0xfedcba98 -dummy-extern=near=0x35795daa \
# RUN:   -map-section=pcala.o,.text=0x23453ffc %o
# ERR: .text+0x3c: R_LARCH_PCALA_LO12 to near: 0x3579617a is no multiple of 4
	.globl	far, near
	.text
	.space	0x4
w0:	.reloc	., R_LARCH_PCALA_HI20, far - 0x100
	.long	0x1b555544
w1:	.reloc	., R_LARCH_PCALA_LO12, far - 0x100
	.long	0x2aa5405
w2:	.reloc	., R_LARCH_PCALA_HI20, far + 0x7fff0a69
	.long	0x1b555544
w3:	.reloc	., R_LARCH_PCALA_LO12, far + 0x7fff0a69
	.long	0x2aa5405
w4:	.reloc	., R_LARCH_PCALA_HI20, far - 0x7fff0123
	.long	0x1b555544
w5:	.reloc	., R_LARCH_PCALA_LO12, far - 0x7fff0123
	.long	0x2aa5405
w6:	.reloc	., R_LARCH_PCALA_HI20, near + 0x340
	.long	0x1b555544
w7:	.reloc	., R_LARCH_PCALA_LO12, near + 0x340
	.long	0x2aa5405
w8:	.reloc	., R_LARCH_PCALA_HI20, near - 0x5a8
	.long	0x1b555544
w9:	.reloc	., R_LARCH_PCALA_LO12, near - 0x5a8
	.long	0x2aa5405
w10:	.reloc	., R_LARCH_PCALA_HI20, near - 0x5a9
	.long	0x1b555544
w11:	.reloc	., R_LARCH_PCALA_LO12, near - 0x5a9
	.long	0x2aa5405
	.long	0xa5a5a5a5
	.long	0x16000005	# as LU32I.D
w12:	.reloc	., R_LARCH_PCALA_LO12, near + 0x3d0
	.long	0x4c2a5481
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x1a000004 + ((far - 0x100 - (w0 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w1 = 0x2800005 + ((far - 0x100)[11:0] << 10)
# rtdyld-check: *{4}w2 = 0x1a000004 + ((far + 0x7fff0a69 - (w2 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w3 = 0x2800005 + ((far + 0x7fff0a69)[11:0] << 10)
# rtdyld-check: *{4}w4 = 0x1a000004 + ((far - 0x7fff0123 - (w4 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w5 = 0x2800005 + ((far - 0x7fff0123)[11:0] << 10)
# rtdyld-check: *{4}w6 = 0x1a000004 + ((near + 0x340 - (w6 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w7 = 0x2800005 + ((near + 0x340)[11:0] << 10)
# rtdyld-check: *{4}w8 = 0x1a000004 + ((near - 0x5a8 - (w8 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w9 = 0x2800005 + ((near - 0x5a8)[11:0] << 10)
# rtdyld-check: *{4}w10 = 0x1a000004 + ((near - 0x5a9 - (w10 & 0xfffff000) + 0x800)[31:12] << 5)
# rtdyld-check: *{4}w11 = 0x2800005 + ((near - 0x5a9)[11:0] << 10)
# rtdyld-check: *{4}(w11 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w12 = 0x4c017881
# rtdyld-check: *{4}(w12 + 4) = 0xa5a5a5a5
