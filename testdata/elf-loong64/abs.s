# R_LARCH_32: S + A, signed or unsigned; R_LARCH_64. R_LARCH_ABS_HI20, LO12, ABS64_LO20, HI12: bits 31:12, 11:0, 51:32 and 63:52 of S + A; without the last two the first takes
# -0x80000000 to 0x7fffffff. R_LARCH_NONE, MARK_LA, MARK_PCREL, RELAX: nothing.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=low=0x7fffffff -dummy-extern=w=0xfffffffb \
# RUN:   -map-section=abs.o,.text=0x123450000 -map-section=abs.o,.sized=0x20000 -map-section=abs.o,.got=0x1234567f8 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=low=0x80000000 -dummy-extern=w=0xfffffffb \
# RUN:   -map-section=abs.o,.text=0x123450000 -map-section=abs.o,.sized=0x20000 -map-section=abs.o,.got=0x1234567f8 %o
# ERR: .text+0x48: R_LARCH_ABS_HI20 to low: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=low=0xffffffff7fffffff -dummy-extern=w=0xfffffffb \
# RUN:   -map-section=abs.o,.text=0x123450000 -map-section=abs.o,.sized=0x20000 -map-section=abs.o,.got=0x1234567f8 %o
# ERR: .text+0x48: R_LARCH_ABS_HI20 to low: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=low=0x7fffffff -dummy-extern=w=0xfffffffc \
# RUN:   -map-section=abs.o,.text=0x123450000 -map-section=abs.o,.sized=0x20000 -map-section=abs.o,.got=0x1234567f8 %o
# ERR: .text+0x50: R_LARCH_32 to w: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=low=0x7fffffff -dummy-extern=w=0xffffffff7ffffffb \
# RUN:   -map-section=abs.o,.text=0x123450000 -map-section=abs.o,.sized=0x20000 -map-section=abs.o,.got=0x1234567f8 %o
# ERR: .text+0x50: R_LARCH_32 to w: -0x80000001 does not fit 32 bits
	.globl	far, low, w, sized
	.section .sized,"a",@progbits
	.type	sized, @object
	.size	sized, 2
sized:	.short	0
	.text
w0:	.reloc	., R_LARCH_ABS_HI20, far - 0x531cba9880015a98
	.long	0x15555545
w1:	.reloc	., R_LARCH_ABS_LO12, far - 0x531cba9880015a98
	.long	0x3aa54a5
w2:	.reloc	., R_LARCH_ABS64_LO20, far - 0x531cba9880015a98
	.long	0x17555545
w3:	.reloc	., R_LARCH_ABS64_HI12, far - 0x531cba9880015a98
	.long	0x32a54a5
w4:	.reloc	., R_LARCH_ABS_HI20, far - 0x531cba9880015a99
	.long	0x15555545
w5:	.reloc	., R_LARCH_ABS_LO12, far - 0x531cba9880015a99
	.long	0x3aa54a5
w6:	.reloc	., R_LARCH_ABS64_LO20, far - 0x531cba9880015a99
	.long	0x17555545
w7:	.reloc	., R_LARCH_ABS64_HI12, far - 0x531cba9880015a99
	.long	0x32a54a5
w8:	.reloc	., R_LARCH_ABS_HI20, far - 0xcba9880000000
	.long	0x15555545
w9:	.reloc	., R_LARCH_ABS_LO12, far - 0xcba9880000000
	.long	0x3aa54a5
w10:	.reloc	., R_LARCH_ABS64_LO20, far - 0xcba9880000000
	.long	0x17555545
w11:	.reloc	., R_LARCH_ABS64_HI12, far - 0xcba9880000000
	.long	0x32a54a5
	.long	0xa5a5a5a5
w12:	.reloc	., R_LARCH_ABS_HI20, far - 0x50000000
	.long	0x15555545
w13:	.reloc	., R_LARCH_ABS_LO12, far - 0x50000000
	.long	0x3aa54a5
w14:	.reloc	., R_LARCH_ABS64_LO20, far - 0x50000000
	.long	0x17555545
w15:	.reloc	., R_LARCH_ABS64_HI12, far - 0x50000000
	.long	0x32a54a5
	.long	0xa5a5a5a5
w16:	.reloc	., R_LARCH_ABS_HI20, low + 0x0
	.long	0x15555545
	.long	0xa5a5a5a5
w17:	.reloc	., R_LARCH_32, w + 0x4
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

# rtdyld-check: *{4}w0 = 0x14000005
# rtdyld-check: *{4}w1 = 0x38000a5
# rtdyld-check: *{4}w2 = 0x16000005
# rtdyld-check: *{4}w3 = 0x32af0a5
# rtdyld-check: *{4}w4 = 0x15ffffe5
# rtdyld-check: *{4}w5 = 0x3bffca5
# rtdyld-check: *{4}w6 = 0x17ffffe5
# rtdyld-check: *{4}w7 = 0x32aeca5
# rtdyld-check: *{4}w8 = 0x140002a5
# rtdyld-check: *{4}w9 = 0x3aa60a5
# rtdyld-check: *{4}w10 = 0x16000005
# rtdyld-check: *{4}w11 = 0x33fb4a5
# rtdyld-check: *{4}(w11 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w12 = 0x146002a5
# rtdyld-check: *{4}w13 = 0x3aa60a5
# rtdyld-check: *{4}w14 = 0x17975305
# rtdyld-check: *{4}w15 = 0x33fb4a5
# rtdyld-check: *{4}(w15 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w16 = 0x14ffffe5
# rtdyld-check: *{4}(w16 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w17 = 0xffffffff
# rtdyld-check: *{4}(w17 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}q = far - 0x10
# rtdyld-check: *{8}(q + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(q + 16) = 0xa5a5a5a5a5a5a5a5
