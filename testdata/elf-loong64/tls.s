# R_LARCH_TLS_LE_HI20, LE_LO12, LE64_LO20, LE64_HI12: the offset from the thread pointer plus A in four parts; R_LARCH_TLS_LE_HI20_R, LE_LO12_R: in two, rounded; LE_ADD_R is a mark.
# R_LARCH_TLS_IE_PC_HI20 and its kin: G + A - page(P) of an entry with that offset, TLS_IE_HI20 and its kin: G + A.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=tls.o,.text=0x123457fdc -map-section=tls.o,.got=0xfedcba9880015a98 -check=%s %o
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
w0:	.reloc	., R_LARCH_TLS_LE_HI20, own - 0x543fffffffffffd8
	.long	0x15555545
w1:	.reloc	., R_LARCH_TLS_LE_LO12, own - 0x543fffffffffffd8
	.long	0x3aa54a5
w2:	.reloc	., R_LARCH_TLS_LE64_LO20, own - 0x543fffffffffffd8
	.long	0x17555545
w3:	.reloc	., R_LARCH_TLS_LE64_HI12, own - 0x543fffffffffffd8
	.long	0x32a54a5
w4:	.reloc	., R_LARCH_TLS_LE_HI20, own - 0x543fffffffffffd9
	.long	0x15555545
w5:	.reloc	., R_LARCH_TLS_LE_LO12, own - 0x543fffffffffffd9
	.long	0x3aa54a5
w6:	.reloc	., R_LARCH_TLS_LE64_LO20, own - 0x543fffffffffffd9
	.long	0x17555545
w7:	.reloc	., R_LARCH_TLS_LE64_HI12, own - 0x543fffffffffffd9
	.long	0x32a54a5
w8:	.reloc	., R_LARCH_TLS_LE_HI20, own - 0x12ffffffffea540
	.long	0x15555545
w9:	.reloc	., R_LARCH_TLS_LE_LO12, own - 0x12ffffffffea540
	.long	0x3aa54a5
w10:	.reloc	., R_LARCH_TLS_LE64_LO20, own - 0x12ffffffffea540
	.long	0x17555545
w11:	.reloc	., R_LARCH_TLS_LE64_HI12, own - 0x12ffffffffea540
	.long	0x32a54a5
	.long	0xa5a5a5a5
w12:	.reloc	., R_LARCH_TLS_LE_HI20_R, own + 0x7ffff827
	.long	0x15555545
w13:	.reloc	., R_LARCH_TLS_LE_HI20_R, own + 0x12345828
	.long	0x15555545
w14:	.reloc	., R_LARCH_TLS_LE_ADD_R, own + 0x0
	.long	0x108484
w15:	.reloc	., R_LARCH_TLS_LE_LO12_R, own + 0x7ffff827
	.long	0x2ea5405
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_TLS_IE_PC_LO12, first
	.long	0x02c00005
	.space	0xfd8
w16:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own - 0x531cba97dcbbd97d
	.long	0x1b555544
w17:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own - 0x531cba97dcbbd97d
	.long	0x2ea5405
w18:	.reloc	., R_LARCH_TLS_IE64_PC_LO20, own - 0x531cba97dcbbd97d
	.long	0x17555545
w19:	.reloc	., R_LARCH_TLS_IE64_PC_HI12, own - 0x531cba97dcbbd97d
	.long	0x32a54a5
w20:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own - 0x531cba974a8772a0
	.long	0x1b555544
w21:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own - 0x531cba974a8772a0
	.long	0x2ea5405
w22:	.reloc	., R_LARCH_TLS_IE64_PC_LO20, own - 0x531cba974a8772a0
	.long	0x17555545
w23:	.reloc	., R_LARCH_TLS_IE64_PC_HI12, own - 0x531cba974a8772a0
	.long	0x32a54a5
w24:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own - 0x531cba974a8772a1
	.long	0x1b555544
w25:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own - 0x531cba974a8772a1
	.long	0x2ea5405
w26:	.reloc	., R_LARCH_TLS_IE64_PC_LO20, own - 0x531cba974a8772a1
	.long	0x17555545
w27:	.reloc	., R_LARCH_TLS_IE64_PC_HI12, own - 0x531cba974a8772a1
	.long	0x32a54a5
	.space	0xfcc
w28:	.reloc	., R_LARCH_TLS_IE_PC_HI20, own - 0x531cba97dcbbc97d
	.long	0x1b555544
w29:	.reloc	., R_LARCH_TLS_IE_PC_LO12, own - 0x531cba97dcbbc97d
	.long	0x2ea5405
w30:	.reloc	., R_LARCH_TLS_IE64_PC_LO20, own - 0x531cba97dcbbc97d
	.long	0x17555545
w31:	.reloc	., R_LARCH_TLS_IE64_PC_HI12, own - 0x531cba97dcbbc97d
	.long	0x32a54a5
	.long	0xa5a5a5a5
w32:	.reloc	., R_LARCH_TLS_IE_HI20, own - 0x531cba9880015aa0
	.long	0x15555545
w33:	.reloc	., R_LARCH_TLS_IE_LO12, own - 0x531cba9880015aa0
	.long	0x3aa54a5
w34:	.reloc	., R_LARCH_TLS_IE64_LO20, own - 0x531cba9880015aa0
	.long	0x17555545
w35:	.reloc	., R_LARCH_TLS_IE64_HI12, own - 0x531cba9880015aa0
	.long	0x32a54a5
w36:	.reloc	., R_LARCH_TLS_IE_HI20, own - 0x531cba9880015aa1
	.long	0x15555545
w37:	.reloc	., R_LARCH_TLS_IE_LO12, own - 0x531cba9880015aa1
	.long	0x3aa54a5
w38:	.reloc	., R_LARCH_TLS_IE64_LO20, own - 0x531cba9880015aa1
	.long	0x17555545
w39:	.reloc	., R_LARCH_TLS_IE64_HI12, own - 0x531cba9880015aa1
	.long	0x32a54a5
w40:	.reloc	., R_LARCH_TLS_IE_HI20, own - 0xcba9880000008
	.long	0x15555545
w41:	.reloc	., R_LARCH_TLS_IE_LO12, own - 0xcba9880000008
	.long	0x3aa54a5
w42:	.reloc	., R_LARCH_TLS_IE64_LO20, own - 0xcba9880000008
	.long	0x17555545
w43:	.reloc	., R_LARCH_TLS_IE64_HI12, own - 0xcba9880000008
	.long	0x32a54a5
	.long	0xa5a5a5a5
d64:	.reloc	., R_LARCH_TLS_DTPREL64, other + 0x1000
	.quad	0x5a5a5a5a5a5a5a5a
d32:	.reloc	., R_LARCH_TLS_DTPREL32, other + 0x7fffffef
	.long	0x5a5a5a5a
	.reloc	., R_LARCH_TLS_DTPREL32, other - 0x80000010
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5

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
# rtdyld-check: *{4}w12 = 0x14ffffe5
# rtdyld-check: *{4}w13 = 0x142468c5
# rtdyld-check: *{4}w14 = 0x108484
# rtdyld-check: *{4}w15 = 0x2dffc05
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
# rtdyld-check: *{8}d64 = 0x1010
# rtdyld-check: *{8}d32 = 0x800000007fffffff
# rtdyld-check: *{4}(d32 + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tls.o, .got)) = 0 - 16
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 8) = 0 - 40
