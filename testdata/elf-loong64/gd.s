# R_LARCH_TLS_GD_PC_HI20, LD_PC_HI20 with GOT_PC_LO12, GOT64_PC_LO20 and GOT64_PC_HI12 of a thread-local: G + A - page(P), G the address of two words, the module and the offset in
# its block; R_LARCH_TLS_GD_HI20, LD_HI20 with GOT_LO12, GOT64_LO20 and GOT64_HI12: G + A.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=gd.o,.text=0x123457fdc -map-section=gd.o,.got=0xfedcba9880015a98 -check=%s %o
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
	.space	0x20
w0:	.reloc	., R_LARCH_TLS_GD_PC_HI20, own - 0x531cba97dcbbe97d
	.long	0x1b555544
w1:	.reloc	., R_LARCH_GOT_PC_LO12, own - 0x531cba97dcbbe97d
	.long	0x2ea5405
w2:	.reloc	., R_LARCH_GOT64_PC_LO20, own - 0x531cba97dcbbe97d
	.long	0x17555545
w3:	.reloc	., R_LARCH_GOT64_PC_HI12, own - 0x531cba97dcbbe97d
	.long	0x32a54a5
w4:	.reloc	., R_LARCH_TLS_GD_PC_HI20, own - 0x531cba974a8782a0
	.long	0x1b555544
w5:	.reloc	., R_LARCH_GOT_PC_LO12, own - 0x531cba974a8782a0
	.long	0x2ea5405
w6:	.reloc	., R_LARCH_GOT64_PC_LO20, own - 0x531cba974a8782a0
	.long	0x17555545
w7:	.reloc	., R_LARCH_GOT64_PC_HI12, own - 0x531cba974a8782a0
	.long	0x32a54a5
w8:	.reloc	., R_LARCH_TLS_GD_PC_HI20, own - 0x531cba974a8782a1
	.long	0x1b555544
w9:	.reloc	., R_LARCH_GOT_PC_LO12, own - 0x531cba974a8782a1
	.long	0x2ea5405
w10:	.reloc	., R_LARCH_GOT64_PC_LO20, own - 0x531cba974a8782a1
	.long	0x17555545
w11:	.reloc	., R_LARCH_GOT64_PC_HI12, own - 0x531cba974a8782a1
	.long	0x32a54a5
	.space	0xfcc
w12:	.reloc	., R_LARCH_TLS_GD_PC_HI20, own - 0x531cba97dcbbd97d
	.long	0x1b555544
w13:	.reloc	., R_LARCH_GOT_PC_LO12, own - 0x531cba97dcbbd97d
	.long	0x2ea5405
w14:	.reloc	., R_LARCH_GOT64_PC_LO20, own - 0x531cba97dcbbd97d
	.long	0x17555545
w15:	.reloc	., R_LARCH_GOT64_PC_HI12, own - 0x531cba97dcbbd97d
	.long	0x32a54a5
	.long	0xa5a5a5a5
	.space	0xff0
w16:	.reloc	., R_LARCH_TLS_LD_PC_HI20, other - 0x531cba97dcbbc98d
	.long	0x1b555544
w17:	.reloc	., R_LARCH_GOT_PC_LO12, other - 0x531cba97dcbbc98d
	.long	0x2ea5405
w18:	.reloc	., R_LARCH_GOT64_PC_LO20, other - 0x531cba97dcbbc98d
	.long	0x17555545
w19:	.reloc	., R_LARCH_GOT64_PC_HI12, other - 0x531cba97dcbbc98d
	.long	0x32a54a5
w20:	.reloc	., R_LARCH_TLS_LD_PC_HI20, other - 0x531cba974a8762b0
	.long	0x1b555544
w21:	.reloc	., R_LARCH_GOT_PC_LO12, other - 0x531cba974a8762b0
	.long	0x2ea5405
w22:	.reloc	., R_LARCH_GOT64_PC_LO20, other - 0x531cba974a8762b0
	.long	0x17555545
w23:	.reloc	., R_LARCH_GOT64_PC_HI12, other - 0x531cba974a8762b0
	.long	0x32a54a5
w24:	.reloc	., R_LARCH_TLS_LD_PC_HI20, other - 0x531cba974a8762b1
	.long	0x1b555544
w25:	.reloc	., R_LARCH_GOT_PC_LO12, other - 0x531cba974a8762b1
	.long	0x2ea5405
w26:	.reloc	., R_LARCH_GOT64_PC_LO20, other - 0x531cba974a8762b1
	.long	0x17555545
w27:	.reloc	., R_LARCH_GOT64_PC_HI12, other - 0x531cba974a8762b1
	.long	0x32a54a5
	.space	0xfcc
w28:	.reloc	., R_LARCH_TLS_LD_PC_HI20, other - 0x531cba97dcbbb98d
	.long	0x1b555544
w29:	.reloc	., R_LARCH_GOT_PC_LO12, other - 0x531cba97dcbbb98d
	.long	0x2ea5405
w30:	.reloc	., R_LARCH_GOT64_PC_LO20, other - 0x531cba97dcbbb98d
	.long	0x17555545
w31:	.reloc	., R_LARCH_GOT64_PC_HI12, other - 0x531cba97dcbbb98d
	.long	0x32a54a5
	.long	0xa5a5a5a5
w32:	.reloc	., R_LARCH_TLS_GD_HI20, own - 0x531cba9880015aa0
	.long	0x15555545
w33:	.reloc	., R_LARCH_GOT_LO12, own - 0x531cba9880015aa0
	.long	0x3aa54a5
w34:	.reloc	., R_LARCH_GOT64_LO20, own - 0x531cba9880015aa0
	.long	0x17555545
w35:	.reloc	., R_LARCH_GOT64_HI12, own - 0x531cba9880015aa0
	.long	0x32a54a5
w36:	.reloc	., R_LARCH_TLS_GD_HI20, own - 0x531cba9880015aa1
	.long	0x15555545
w37:	.reloc	., R_LARCH_GOT_LO12, own - 0x531cba9880015aa1
	.long	0x3aa54a5
w38:	.reloc	., R_LARCH_GOT64_LO20, own - 0x531cba9880015aa1
	.long	0x17555545
w39:	.reloc	., R_LARCH_GOT64_HI12, own - 0x531cba9880015aa1
	.long	0x32a54a5
w40:	.reloc	., R_LARCH_TLS_GD_HI20, own - 0xcba9880000008
	.long	0x15555545
w41:	.reloc	., R_LARCH_GOT_LO12, own - 0xcba9880000008
	.long	0x3aa54a5
w42:	.reloc	., R_LARCH_GOT64_LO20, own - 0xcba9880000008
	.long	0x17555545
w43:	.reloc	., R_LARCH_GOT64_HI12, own - 0xcba9880000008
	.long	0x32a54a5
	.long	0xa5a5a5a5
w44:	.reloc	., R_LARCH_TLS_LD_HI20, other - 0x531cba9880015ab0
	.long	0x15555545
w45:	.reloc	., R_LARCH_GOT_LO12, other - 0x531cba9880015ab0
	.long	0x3aa54a5
w46:	.reloc	., R_LARCH_GOT64_LO20, other - 0x531cba9880015ab0
	.long	0x17555545
w47:	.reloc	., R_LARCH_GOT64_HI12, other - 0x531cba9880015ab0
	.long	0x32a54a5
w48:	.reloc	., R_LARCH_TLS_LD_HI20, other - 0x531cba9880015ab1
	.long	0x15555545
w49:	.reloc	., R_LARCH_GOT_LO12, other - 0x531cba9880015ab1
	.long	0x3aa54a5
w50:	.reloc	., R_LARCH_GOT64_LO20, other - 0x531cba9880015ab1
	.long	0x17555545
w51:	.reloc	., R_LARCH_GOT64_HI12, other - 0x531cba9880015ab1
	.long	0x32a54a5
w52:	.reloc	., R_LARCH_TLS_LD_HI20, other - 0xcba9880000018
	.long	0x15555545
w53:	.reloc	., R_LARCH_GOT_LO12, other - 0xcba9880000018
	.long	0x3aa54a5
w54:	.reloc	., R_LARCH_GOT64_LO20, other - 0xcba9880000018
	.long	0x17555545
w55:	.reloc	., R_LARCH_GOT64_HI12, other - 0xcba9880000018
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
# rtdyld-check: *{4}w16 = 0x1affffe4
# rtdyld-check: *{4}w17 = 0x2c48c05
# rtdyld-check: *{4}w18 = 0x17ffffe5
# rtdyld-check: *{4}w19 = 0x32aeca5
# rtdyld-check: *{4}w20 = 0x1a2468c4
# rtdyld-check: *{4}w21 = 0x2e00005
# rtdyld-check: *{4}w22 = 0x17ffffe5
# rtdyld-check: *{4}w23 = 0x32aeca5
# rtdyld-check: *{4}w24 = 0x1a2468a4
# rtdyld-check: *{4}w25 = 0x2dffc05
# rtdyld-check: *{4}w26 = 0x16000005
# rtdyld-check: *{4}w27 = 0x32af0a5
# rtdyld-check: *{4}w28 = 0x1b000004
# rtdyld-check: *{4}w29 = 0x2c48c05
# rtdyld-check: *{4}w30 = 0x16000005
# rtdyld-check: *{4}w31 = 0x32af0a5
# rtdyld-check: *{4}(w31 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w32 = 0x14000005
# rtdyld-check: *{4}w33 = 0x38000a5
# rtdyld-check: *{4}w34 = 0x16000005
# rtdyld-check: *{4}w35 = 0x32af0a5
# rtdyld-check: *{4}w36 = 0x15ffffe5
# rtdyld-check: *{4}w37 = 0x3bffca5
# rtdyld-check: *{4}w38 = 0x17ffffe5
# rtdyld-check: *{4}w39 = 0x32aeca5
# rtdyld-check: *{4}w40 = 0x140002a5
# rtdyld-check: *{4}w41 = 0x3aa60a5
# rtdyld-check: *{4}w42 = 0x16000005
# rtdyld-check: *{4}w43 = 0x33fb4a5
# rtdyld-check: *{4}(w43 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}w44 = 0x14000005
# rtdyld-check: *{4}w45 = 0x38000a5
# rtdyld-check: *{4}w46 = 0x16000005
# rtdyld-check: *{4}w47 = 0x32af0a5
# rtdyld-check: *{4}w48 = 0x15ffffe5
# rtdyld-check: *{4}w49 = 0x3bffca5
# rtdyld-check: *{4}w50 = 0x17ffffe5
# rtdyld-check: *{4}w51 = 0x32aeca5
# rtdyld-check: *{4}w52 = 0x140002a5
# rtdyld-check: *{4}w53 = 0x3aa60a5
# rtdyld-check: *{4}w54 = 0x16000005
# rtdyld-check: *{4}w55 = 0x33fb4a5
# rtdyld-check: *{4}(w55 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(gd.o, .got) + 0) = 0 - 16
# rtdyld-check: *{8}(section_addr(gd.o, .got) + 8) = 1
# rtdyld-check: *{8}(section_addr(gd.o, .got) + 16) = 8
# rtdyld-check: *{8}(section_addr(gd.o, .got) + 24) = 1
# rtdyld-check: *{8}(section_addr(gd.o, .got) + 32) = 0x10
