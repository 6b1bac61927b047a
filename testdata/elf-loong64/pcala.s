# R_LARCH_PCALA_HI20, LO12, PCALA64_LO20, HI12: S + A - page(P), P that of PCALAU12I, in four instructions: bits 31:12 and 11:0 with their signs, and 63:32 less what these do to
# them. Without the other two the first takes -0x80000800 to 0x7ffff7ff. LO12 of JIRL: a multiple of 4.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=near=0x135795da8 -dummy-extern=over=0x1a34547ff -dummy-extern=down=0xff8a5a74 \
# RUN:   -map-section=pcala.o,.text=0x123453ffc -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=near=0x135795da8 -dummy-extern=over=0x1a3454800 -dummy-extern=down=0xff8a5a74 \
# RUN:   -map-section=pcala.o,.text=0x123453ffc %o
# ERR: .text+0x1048: R_LARCH_PCALA_HI20 to over: 0x7ffff800 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=near=0x135795da8 -dummy-extern=over=0xa34547ff -dummy-extern=down=0xff8a5a74 \
# RUN:   -map-section=pcala.o,.text=0x123453ffc %o
# ERR: .text+0x1048: R_LARCH_PCALA_HI20 to over: -0x80000801 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=far=0xfedcba9880015a98 -dummy-extern=near=0x135795daa -dummy-extern=over=0x1a34547ff -dummy-extern=down=0xff8a5a74 \
# RUN:   -map-section=pcala.o,.text=0x123453ffc %o
# ERR: .text+0x1050: R_LARCH_PCALA_LO12 to near: 0x13579617a is no multiple of 4
	.globl	far, near, over, down
	.text
	.space	0x4
w0:	.reloc	., R_LARCH_PCALA_HI20, far - 0x531cba97dcbc2975
	.long	0x1b555544
w1:	.reloc	., R_LARCH_PCALA_LO12, far - 0x531cba97dcbc2975
	.long	0x2ea5405
w2:	.reloc	., R_LARCH_PCALA64_LO20, far - 0x531cba97dcbc2975
	.long	0x17555545
w3:	.reloc	., R_LARCH_PCALA64_HI12, far - 0x531cba97dcbc2975
	.long	0x32a54a5
w4:	.reloc	., R_LARCH_PCALA_HI20, far - 0x531cba974a87c298
	.long	0x1b555544
w5:	.reloc	., R_LARCH_PCALA_LO12, far - 0x531cba974a87c298
	.long	0x2ea5405
w6:	.reloc	., R_LARCH_PCALA64_LO20, far - 0x531cba974a87c298
	.long	0x17555545
w7:	.reloc	., R_LARCH_PCALA64_HI12, far - 0x531cba974a87c298
	.long	0x32a54a5
w8:	.reloc	., R_LARCH_PCALA_HI20, far - 0x531cba974a87c299
	.long	0x1b555544
w9:	.reloc	., R_LARCH_PCALA_LO12, far - 0x531cba974a87c299
	.long	0x2ea5405
w10:	.reloc	., R_LARCH_PCALA64_LO20, far - 0x531cba974a87c299
	.long	0x17555545
w11:	.reloc	., R_LARCH_PCALA64_HI12, far - 0x531cba974a87c299
	.long	0x32a54a5
	.space	0xfcc
w12:	.reloc	., R_LARCH_PCALA_HI20, far - 0x531cba97dcbc1975
	.long	0x1b555544
w13:	.reloc	., R_LARCH_PCALA_LO12, far - 0x531cba97dcbc1975
	.long	0x2ea5405
w14:	.reloc	., R_LARCH_PCALA64_LO20, far - 0x531cba97dcbc1975
	.long	0x17555545
w15:	.reloc	., R_LARCH_PCALA64_HI12, far - 0x531cba97dcbc1975
	.long	0x32a54a5
	.long	0xa5a5a5a5
w16:	.reloc	., R_LARCH_PCALA_HI20, far - 0x50000000
	.long	0x1b555544
w17:	.reloc	., R_LARCH_PCALA_LO12, far - 0x50000000
	.long	0x2ea5405
w18:	.reloc	., R_LARCH_PCALA64_LO20, far - 0x50000000
	.long	0x17555545
w19:	.reloc	., R_LARCH_PCALA64_HI12, far - 0x50000000
	.long	0x32a54a5
w20:	.reloc	., R_LARCH_PCALA_HI20, near + 0x340
	.long	0x1b555544
w21:	.reloc	., R_LARCH_PCALA_LO12, near + 0x340
	.long	0x2ea5405
w22:	.reloc	., R_LARCH_PCALA64_LO20, near + 0x340
	.long	0x17555545
w23:	.reloc	., R_LARCH_PCALA64_HI12, near + 0x340
	.long	0x32a54a5
w24:	.reloc	., R_LARCH_PCALA_HI20, down - 0x340
	.long	0x1b555544
w25:	.reloc	., R_LARCH_PCALA_LO12, down - 0x340
	.long	0x2ea5405
w26:	.reloc	., R_LARCH_PCALA64_LO20, down - 0x340
	.long	0x17555545
w27:	.reloc	., R_LARCH_PCALA64_HI12, down - 0x340
	.long	0x32a54a5
	.long	0xa5a5a5a5
w28:	.reloc	., R_LARCH_PCALA_HI20, over + 0x0
	.long	0x1b555544
w29:	.reloc	., R_LARCH_PCALA_LO12, over + 0x0
	.long	0x2ea5405
w30:	.reloc	., R_LARCH_PCALA_LO12, near + 0x3d0
	.long	0x4c2a5481
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x1affffe4
# rtdyld-check: *{4}w1 = 0x2c48c05
# rtdyld-check: *{4}w2 = 0x17ffffe5
# rtdyld-check: *{4}w3 = 0x32aeca5
# rtdyld-check: *{4}w4 = 0x1a2468c4
# rtdyld-check: *{4}w5 = 0x2e00005
# rtdyld-check: *{4}w6 = 0x17ffffe5
# rtdyld-check: *{4}w7 = 0x32aeca5
# rtdyld-check: *{4}w8 = 0x1a2468a4
# rtdyld-check: *{4}w9 = 0x2dffc05
# rtdyld-check: *{4}w10 = 0x16000005
# rtdyld-check: *{4}w11 = 0x32af0a5
# rtdyld-check: *{4}w12 = 0x1b000004
# rtdyld-check: *{4}w13 = 0x2c48c05
# rtdyld-check: *{4}w14 = 0x16000005
# rtdyld-check: *{4}w15 = 0x32af0a5
# rtdyld-check: *{4}(w15 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w16 = 0x1a197824
# rtdyld-check: *{4}w17 = 0x2ea6005
# rtdyld-check: *{4}w18 = 0x179752c5
# rtdyld-check: *{4}w19 = 0x33fb4a5
# rtdyld-check: *{4}w20 = 0x1a246824
# rtdyld-check: *{4}w21 = 0x2c3a005
# rtdyld-check: *{4}w22 = 0x16000005
# rtdyld-check: *{4}w23 = 0x30000a5
# rtdyld-check: *{4}w24 = 0x1bb88a04
# rtdyld-check: *{4}w25 = 0x2dcd005
# rtdyld-check: *{4}w26 = 0x16000005
# rtdyld-check: *{4}w27 = 0x30000a5
# rtdyld-check: *{4}(w27 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w28 = 0x1affffe4
# rtdyld-check: *{4}w29 = 0x2dffc05
# rtdyld-check: *{4}w30 = 0x4c017881
# rtdyld-check: *{4}(w30 + 4) = 0xa5a5a5a5
