# R_LARCH_GOT_PC_HI20, GOT_PC_LO12, GOT64_PC_LO20, GOT64_PC_HI12: G + A - page(P) as R_LARCH_PCALA_HI20 and its kin, G the address of an entry with S; R_LARCH_GOT_HI20, GOT_LO12,
# GOT64_LO20, GOT64_HI12: G + A as R_LARCH_ABS_HI20 and its kin.
# layout: default RuntimeDyld's has a GOT entry for each addend
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x7fff00000000 -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=got.o,.text=0x123457fdc -map-section=got.o,.got=0xfedcba9880015a98 -check=%s %o
	.globl	first, far, other
	.text
	.reloc	., R_LARCH_GOT_LO12, first
	.long	0x038000a5
	.space	0x20
w0:	.reloc	., R_LARCH_GOT_PC_HI20, far - 0x531cba97dcbbe97d
	.long	0x1b555544
w1:	.reloc	., R_LARCH_GOT_PC_LO12, far - 0x531cba97dcbbe97d
	.long	0x2ea5405
w2:	.reloc	., R_LARCH_GOT64_PC_LO20, far - 0x531cba97dcbbe97d
	.long	0x17555545
w3:	.reloc	., R_LARCH_GOT64_PC_HI12, far - 0x531cba97dcbbe97d
	.long	0x32a54a5
w4:	.reloc	., R_LARCH_GOT_PC_HI20, far - 0x531cba974a8782a0
	.long	0x1b555544
w5:	.reloc	., R_LARCH_GOT_PC_LO12, far - 0x531cba974a8782a0
	.long	0x2ea5405
w6:	.reloc	., R_LARCH_GOT64_PC_LO20, far - 0x531cba974a8782a0
	.long	0x17555545
w7:	.reloc	., R_LARCH_GOT64_PC_HI12, far - 0x531cba974a8782a0
	.long	0x32a54a5
w8:	.reloc	., R_LARCH_GOT_PC_HI20, far - 0x531cba974a8782a1
	.long	0x1b555544
w9:	.reloc	., R_LARCH_GOT_PC_LO12, far - 0x531cba974a8782a1
	.long	0x2ea5405
w10:	.reloc	., R_LARCH_GOT64_PC_LO20, far - 0x531cba974a8782a1
	.long	0x17555545
w11:	.reloc	., R_LARCH_GOT64_PC_HI12, far - 0x531cba974a8782a1
	.long	0x32a54a5
	.space	0xfcc
w12:	.reloc	., R_LARCH_GOT_PC_HI20, far - 0x531cba97dcbbd97d
	.long	0x1b555544
w13:	.reloc	., R_LARCH_GOT_PC_LO12, far - 0x531cba97dcbbd97d
	.long	0x2ea5405
w14:	.reloc	., R_LARCH_GOT64_PC_LO20, far - 0x531cba97dcbbd97d
	.long	0x17555545
w15:	.reloc	., R_LARCH_GOT64_PC_HI12, far - 0x531cba97dcbbd97d
	.long	0x32a54a5
	.long	0xa5a5a5a5
w16:	.reloc	., R_LARCH_GOT_HI20, other - 0x531cba9880015aa8
	.long	0x15555545
w17:	.reloc	., R_LARCH_GOT_LO12, other - 0x531cba9880015aa8
	.long	0x3aa54a5
w18:	.reloc	., R_LARCH_GOT64_LO20, other - 0x531cba9880015aa8
	.long	0x17555545
w19:	.reloc	., R_LARCH_GOT64_HI12, other - 0x531cba9880015aa8
	.long	0x32a54a5
w20:	.reloc	., R_LARCH_GOT_HI20, other - 0x531cba9880015aa9
	.long	0x15555545
w21:	.reloc	., R_LARCH_GOT_LO12, other - 0x531cba9880015aa9
	.long	0x3aa54a5
w22:	.reloc	., R_LARCH_GOT64_LO20, other - 0x531cba9880015aa9
	.long	0x17555545
w23:	.reloc	., R_LARCH_GOT64_HI12, other - 0x531cba9880015aa9
	.long	0x32a54a5
w24:	.reloc	., R_LARCH_GOT_HI20, other - 0xcba9880000010
	.long	0x15555545
w25:	.reloc	., R_LARCH_GOT_LO12, other - 0xcba9880000010
	.long	0x3aa54a5
w26:	.reloc	., R_LARCH_GOT64_LO20, other - 0xcba9880000010
	.long	0x17555545
w27:	.reloc	., R_LARCH_GOT64_HI12, other - 0xcba9880000010
	.long	0x32a54a5
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
# rtdyld-check: *{4}w16 = 0x14000005
# rtdyld-check: *{4}w17 = 0x38000a5
# rtdyld-check: *{4}w18 = 0x16000005
# rtdyld-check: *{4}w19 = 0x32af0a5
# rtdyld-check: *{4}w20 = 0x15ffffe5
# rtdyld-check: *{4}w21 = 0x3bffca5
# rtdyld-check: *{4}w22 = 0x17ffffe5
# rtdyld-check: *{4}w23 = 0x32aeca5
# rtdyld-check: *{4}w24 = 0x140002a5
# rtdyld-check: *{4}w25 = 0x3aa60a5
# rtdyld-check: *{4}w26 = 0x16000005
# rtdyld-check: *{4}w27 = 0x33fb4a5
# rtdyld-check: *{4}(w27 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(got.o, .got)) = first
# rtdyld-check: *{8}(section_addr(got.o, .got) + 8) = far
# rtdyld-check: *{8}(section_addr(got.o, .got) + 16) = other
