# R_LARCH_TLS_DESC_PC_HI20 and its kin: G + A - page(P), G the address of two words, a function and what it is told; R_LARCH_TLS_DESC_HI20 and its kin: G + A. R_LARCH_TLS_DESC_LD and
# DESC_CALL are marks.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu \
# RUN:   -map-section=desc.o,.text=0x123457fdc -map-section=desc.o,.got=0xfedcba9880015a98 -check=%s %o
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
w0:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc - 0x531cba97dcbbe97d
	.long	0x1b555544
w1:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc - 0x531cba97dcbbe97d
	.long	0x2ea5405
w2:	.reloc	., R_LARCH_TLS_DESC64_PC_LO20, desc - 0x531cba97dcbbe97d
	.long	0x17555545
w3:	.reloc	., R_LARCH_TLS_DESC64_PC_HI12, desc - 0x531cba97dcbbe97d
	.long	0x32a54a5
w4:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc - 0x531cba974a8782a0
	.long	0x1b555544
w5:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc - 0x531cba974a8782a0
	.long	0x2ea5405
w6:	.reloc	., R_LARCH_TLS_DESC64_PC_LO20, desc - 0x531cba974a8782a0
	.long	0x17555545
w7:	.reloc	., R_LARCH_TLS_DESC64_PC_HI12, desc - 0x531cba974a8782a0
	.long	0x32a54a5
w8:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc - 0x531cba974a8782a1
	.long	0x1b555544
w9:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc - 0x531cba974a8782a1
	.long	0x2ea5405
w10:	.reloc	., R_LARCH_TLS_DESC64_PC_LO20, desc - 0x531cba974a8782a1
	.long	0x17555545
w11:	.reloc	., R_LARCH_TLS_DESC64_PC_HI12, desc - 0x531cba974a8782a1
	.long	0x32a54a5
	.space	0xfcc
w12:	.reloc	., R_LARCH_TLS_DESC_PC_HI20, desc - 0x531cba97dcbbd97d
	.long	0x1b555544
w13:	.reloc	., R_LARCH_TLS_DESC_PC_LO12, desc - 0x531cba97dcbbd97d
	.long	0x2ea5405
w14:	.reloc	., R_LARCH_TLS_DESC64_PC_LO20, desc - 0x531cba97dcbbd97d
	.long	0x17555545
w15:	.reloc	., R_LARCH_TLS_DESC64_PC_HI12, desc - 0x531cba97dcbbd97d
	.long	0x32a54a5
	.long	0xa5a5a5a5
w16:	.reloc	., R_LARCH_TLS_DESC_HI20, desc - 0x531cba9880015aa0
	.long	0x15555545
w17:	.reloc	., R_LARCH_TLS_DESC_LO12, desc - 0x531cba9880015aa0
	.long	0x3aa54a5
w18:	.reloc	., R_LARCH_TLS_DESC64_LO20, desc - 0x531cba9880015aa0
	.long	0x17555545
w19:	.reloc	., R_LARCH_TLS_DESC64_HI12, desc - 0x531cba9880015aa0
	.long	0x32a54a5
w20:	.reloc	., R_LARCH_TLS_DESC_HI20, desc - 0x531cba9880015aa1
	.long	0x15555545
w21:	.reloc	., R_LARCH_TLS_DESC_LO12, desc - 0x531cba9880015aa1
	.long	0x3aa54a5
w22:	.reloc	., R_LARCH_TLS_DESC64_LO20, desc - 0x531cba9880015aa1
	.long	0x17555545
w23:	.reloc	., R_LARCH_TLS_DESC64_HI12, desc - 0x531cba9880015aa1
	.long	0x32a54a5
w24:	.reloc	., R_LARCH_TLS_DESC_HI20, desc - 0xcba9880000008
	.long	0x15555545
w25:	.reloc	., R_LARCH_TLS_DESC_LO12, desc - 0xcba9880000008
	.long	0x3aa54a5
w26:	.reloc	., R_LARCH_TLS_DESC64_LO20, desc - 0xcba9880000008
	.long	0x17555545
w27:	.reloc	., R_LARCH_TLS_DESC64_HI12, desc - 0xcba9880000008
	.long	0x32a54a5
	.long	0xa5a5a5a5
w28:	.reloc	., R_LARCH_TLS_DESC_LD, desc + 0x0
	.long	0x28c00081
w29:	.reloc	., R_LARCH_TLS_DESC_CALL, desc + 0x0
	.long	0x4c000021
	.long	0xa5a5a5a5
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
# rtdyld-check: *{4}w28 = 0x28c00081
# rtdyld-check: *{4}w29 = 0x4c000021
# rtdyld-check: *{4}(w29 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(w29 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(desc.o, .got)) = 0 - 16
# rtdyld-check: *{8}(section_addr(desc.o, .got) + 16) = 0 - 24
