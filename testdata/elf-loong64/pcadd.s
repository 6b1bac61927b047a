# R_LARCH_PCADD_HI20: S + A - P, rounded, -0x80000800 to 0x7ffff7ff; R_LARCH_PCADD_LO12: the rest of the one at its symbol, which may come behind it.
# R_LARCH_GOT_PCADD_HI20, TLS_IE_PCADD_HI20, TLS_LD_PCADD_HI20, TLS_GD_PCADD_HI20, TLS_DESC_PCADD_HI20: G + A - P, G the address of what the GOT has for the symbol; each has a type for the rest.
# TYPE: R_LARCH_SOP_PUSH_PCREL 128
# TYPE: R_LARCH_SOP_POP_32_U 129
# TYPE: R_LARCH_SOP_PUSH_GPREL 130
# TYPE: R_LARCH_SOP_POP_32_S_10_5 131
# TYPE: R_LARCH_SOP_PUSH_TLS_GOT 132
# TYPE: R_LARCH_SOP_POP_32_U_10_12 133
# TYPE: R_LARCH_SOP_PUSH_TLS_TPREL 134
# TYPE: R_LARCH_SOP_POP_32_S_10_12 135
# TYPE: R_LARCH_SOP_PUSH_TLS_GD 136
# TYPE: R_LARCH_SOP_POP_32_S_10_16 137
# TYPE: R_LARCH_SOP_PUSH_PLT_PCREL 138
# TYPE: R_LARCH_SOP_POP_32_S_5_20 139
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=0x7fff12345678 -map-section=pcadd.o,.f=0x7fff12340000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567b00 -map-section=pcadd.o,.d=0x234567c00 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=0x7fff12345678 -map-section=pcadd.o,.f=0x7fff12340000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x1b4568798 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567001 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .text+0x4: R_LARCH_PCADD_HI20 to own: 0x7ffff800 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4566fff -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .text+0x18: R_LARCH_PCADD_HI20 to own: -0x80000801 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x2c45691b8 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .g+0x0: R_LARCH_GOT_PCADD_HI20 to far: -0x80000803 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x1c45698ec -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .i+0x0: R_LARCH_TLS_IE_PCADD_HI20 to ie: 0x7ffff800 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x2c45692a4 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .l+0x0: R_LARCH_TLS_LD_PCADD_HI20 to ld: -0x80000804 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x1c4568ab0 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .t+0x0: R_LARCH_TLS_GD_PCADD_HI20 to gd: 0x7ffff803 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x1000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x2c45692c4 %o
# ERR: .d+0x0: R_LARCH_TLS_DESC_PCADD_HI20 to desc: -0x80000804 does not fit signed 32
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=1 -map-section=pcadd.o,.f=0x234568000 -map-section=pcadd.o,.text=0x234567000 -map-section=pcadd.o,.data=0x2b4567000 -map-section=pcadd.o,.got=0x244568a98 \
# RUN:   -map-section=pcadd.o,.g=0x234567100 -map-section=pcadd.o,.i=0x234567200 -map-section=pcadd.o,.t=0x234567300 -map-section=pcadd.o,.l=0x234567400 -map-section=pcadd.o,.d=0x234567500 %o
# ERR: .f+0x0: R_LARCH_PCADD_HI20 to far: -0x234567fff does not fit signed 32
	.globl	own, first, far
	.globl	up, down, g0, i0, l0, t0, d0	# so that records name them
	.section .tbss,"awT",@nobits
	.balign	16
	.zero	8
	.type	ie, @object
	.size	ie, 3
ie:	.zero	8
	.type	ld, @object
	.size	ld, 4
ld:	.zero	8
	.type	gd, @object
	.size	gd, 5
gd:	.zero	8
	.type	desc, @object
	.size	desc, 6
desc:	.zero	8
	.zero	8
	.data
own:	.quad	0
	.text
	.long	0xa5a5a5a5
up:	.reloc	., R_LARCH_SOP_PUSH_PCREL, own - 0x7fd
	.long	0x1d555544	# pcaddu12i $a0
	.long	0xa5a5a5a5
	.long	0x16000005	# lu32i.d $a1, which has no part of the distance
store:	.reloc	., R_LARCH_SOP_POP_32_U, down
	.long	0x29ea5405	# st.d $a1, $a0
upper:	.reloc	., R_LARCH_SOP_POP_32_U, up
	.long	0x02ea5405	# addi.d $a1, $a0
down:	.reloc	., R_LARCH_SOP_PUSH_PCREL, own - 0x1000007e8
	.long	0x1d555544
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_GOT_PC_LO12, first
	.long	0x02c00005
	.section .g,"ax",@progbits
g0:	.reloc	., R_LARCH_SOP_PUSH_GPREL, far - 0x123
	.long	0x1d555544
g1:	.reloc	., R_LARCH_SOP_POP_32_S_10_5, g0
	.long	0x28ea5405
	.long	0x16000005
	.section .i,"ax",@progbits
i0:	.reloc	., R_LARCH_SOP_PUSH_TLS_GOT, ie + 0x654
	.long	0x1d555544
i1:	.reloc	., R_LARCH_SOP_POP_32_U_10_12, i0
	.long	0x28ea5405
	.long	0x16000005
	.section .l,"ax",@progbits
l0:	.reloc	., R_LARCH_SOP_PUSH_TLS_TPREL, ld
	.long	0x1d555544
l1:	.reloc	., R_LARCH_SOP_POP_32_S_10_12, l0
	.long	0x02ea5405
	.long	0x16000005
	.section .t,"ax",@progbits
t0:	.reloc	., R_LARCH_SOP_PUSH_TLS_GD, gd - 0x7fd
	.long	0x1d555544
t1:	.reloc	., R_LARCH_SOP_POP_32_S_10_16, t0
	.long	0x02ea5405
	.long	0x16000005
	.section .d,"ax",@progbits
d0:	.reloc	., R_LARCH_SOP_PUSH_PLT_PCREL, desc
	.long	0x1d555544
d1:	.reloc	., R_LARCH_SOP_POP_32_S_5_20, d0
	.long	0x02ea5405
	.long	0x16000005
	.section .f,"ax",@progbits
f0:	.reloc	., R_LARCH_SOP_PUSH_PCREL, far	# which has no stub
	.long	0x1d555544

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up = 0x1c000004 + ((own - 0x7fd - up + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}store = 0x29c00005 + ((own - 0x1000007e8 - down)[11:0] << 10)
# rtdyld-check: *{4}upper = 0x2c00005 + ((own - 0x7fd - up)[11:0] << 10)
# rtdyld-check: *{4}down = 0x1c000004 + ((own - 0x1000007e8 - down + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 64 - 0x123 - g0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}g1 = 0x28c00005 + ((section_addr(pcadd.o, .got) + 64 - 0x123 - g0)[11:0] << 10)
# rtdyld-check: *{4}(g1 + 4) = 0x16000005
# rtdyld-check: *{4}i0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 0 + 0x654 - i0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}i1 = 0x28c00005 + ((section_addr(pcadd.o, .got) + 0 + 0x654 - i0)[11:0] << 10)
# rtdyld-check: *{4}(i1 + 4) = 0x16000005
# rtdyld-check: *{4}l0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 8 - l0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}l1 = 0x2c00005 + ((section_addr(pcadd.o, .got) + 8 - l0)[11:0] << 10)
# rtdyld-check: *{4}(l1 + 4) = 0x16000005
# rtdyld-check: *{4}t0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 24 - 0x7fd - t0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}t1 = 0x2c00005 + ((section_addr(pcadd.o, .got) + 24 - 0x7fd - t0)[11:0] << 10)
# rtdyld-check: *{4}(t1 + 4) = 0x16000005
# rtdyld-check: *{4}d0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 40 - d0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}d1 = 0x2c00005 + ((section_addr(pcadd.o, .got) + 40 - d0)[11:0] << 10)
# rtdyld-check: *{4}(d1 + 4) = 0x16000005
# rtdyld-check: *{4}f0 = 0x1c000004 + ((far - f0 + 0x800)[31:12] << 5)
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 0) = 0 - 40
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 8) = 1
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 16) = 0x10
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 24) = 1
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 32) = 0x18
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 48) = 0 - 16
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 56) = first
# rtdyld-check: *{8}(section_addr(pcadd.o, .got) + 64) = far
# ld.d $a0, $a0, 8; ret
# rtdyld-check: *{8}(*{8}(section_addr(pcadd.o, .got) + 40)) = 0x4c00002028c02084
