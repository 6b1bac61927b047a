# R_LARCH_32: S + A; R_LARCH_64: the same and zeros. R_LARCH_ABS_HI20, LO12: bits 31:12 and 11:0 of S + A, any address. Sums wrap. R_LARCH_NONE, MARK_LA, MARK_PCREL, RELAX: nothing.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0xfedcba98 -dummy-extern=low=0x7fffffff -dummy-extern=w=0xfffffffb \
# RUN:   -map-section=abs.o,.text=0x23450000 -map-section=abs.o,.sized=0x20000 -map-section=abs.o,.got=0x345677f8 -check=%s %o
	.globl	far, low, w, sized
	.section .sized,"a",@progbits
	.type	sized, @object
	.size	sized, 2
sized:	.short	0
	.text
w0:	.reloc	., R_LARCH_ABS_HI20, far - 0x531cb698
	.long	0x15555545
w1:	.reloc	., R_LARCH_ABS_LO12, far - 0x531cb698
	.long	0x3aa54a5
w2:	.reloc	., R_LARCH_ABS_HI20, far - 0x531cb299
	.long	0x15555545
w3:	.reloc	., R_LARCH_ABS_LO12, far - 0x531cb299
	.long	0x3aa54a5
w4:	.reloc	., R_LARCH_ABS_HI20, low + 1
	.long	0x15555545
	.long	0xa5a5a5a5
w5:	.reloc	., R_LARCH_ABS_HI20, w + 0x12345004
	.long	0x14000005
w6:	.reloc	., R_LARCH_ABS_LO12, w + 0x12345004
	.long	0x3bffca5
	.long	0xa5a5a5a5
d0:	.reloc	., R_LARCH_32, w + 4
	.long	0x5a5a5a5a
	.reloc	., R_LARCH_32, w + 0x15
	.long	0x5a5a5a5a
	.reloc	., R_LARCH_32, low - 0x80000100
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5
q:	.reloc	., R_LARCH_64, far - 0x10
	.quad	0x5a5a5a5a5a5a5a5a
	.reloc	., R_LARCH_NONE, sized
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_MARK_LA, sized
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_MARK_PCREL, sized
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_RELAX, sized
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_GOT_LO12, far
	.long	0x038000a5

# rtdyld-check: *{4}w0 = 0x14000005 + ((far - 0x531cb698)[31:12] << 5)
# rtdyld-check: *{4}w1 = 0x38000a5 + ((far - 0x531cb698)[11:0] << 10)
# rtdyld-check: *{4}w2 = 0x14000005 + ((far - 0x531cb299)[31:12] << 5)
# rtdyld-check: *{4}w3 = 0x38000a5 + ((far - 0x531cb299)[11:0] << 10)
# rtdyld-check: *{4}w4 = 0x15000005
# rtdyld-check: *{4}(w4 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w5 = 0x14246885
# rtdyld-check: *{4}w6 = 0x3bffca5
# rtdyld-check: *{4}(w6 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}d0 = 0xffffffff
# rtdyld-check: *{4}(d0 + 4) = 0x10
# rtdyld-check: *{8}(d0 + 8) = 0xa5a5a5a5fffffeff
# rtdyld-check: *{8}q = 0xfedcba88
# rtdyld-check: *{8}(q + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(q + 16) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}(q + 24) = 0xa5a5a5a5
