# R_LARCH_PCADD_HI20: S + A - P, rounded; R_LARCH_PCADD_LO12: the rest of the one at its symbol, which may come behind it. Sums wrap.
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
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=0x12345678 -map-section=pcadd.o,.text=0x23457fdc -map-section=pcadd.o,.data=0x12345000 -map-section=pcadd.o,.got=0x80015a98 \
# RUN:   -map-section=pcadd.o,.g=0x234580dc -map-section=pcadd.o,.i=0x234589dc -map-section=pcadd.o,.t=0x234582dc -map-section=pcadd.o,.l=0x23458bdc -map-section=pcadd.o,.d=0x23458cdc -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=first=0x70000000 -dummy-extern=far=0xf2345678 -map-section=pcadd.o,.text=0xf3457fdc -map-section=pcadd.o,.data=0x12345000 -map-section=pcadd.o,.got=0x15798 \
# RUN:   -map-section=pcadd.o,.g=0xf34580dc -map-section=pcadd.o,.i=0xf34581dc -map-section=pcadd.o,.t=0xf34582dc -map-section=pcadd.o,.l=0xf34583dc -map-section=pcadd.o,.d=0xf34584dc -check=%s %o
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
	.long	0xa5a5a5a5
store:	.reloc	., R_LARCH_SOP_POP_32_U, down
	.long	0x29aa5405	# st.w $a1, $a0
upper:	.reloc	., R_LARCH_SOP_POP_32_U, up
	.long	0x02aa5405	# addi.w $a1, $a0
down:	.reloc	., R_LARCH_SOP_PUSH_PCREL, own + 0x7ffff814
	.long	0x1d555544
	.long	0xa5a5a5a5
	.reloc	., R_LARCH_GOT_PC_LO12, first
	.long	0x02800005
	.section .g,"ax",@progbits
g0:	.reloc	., R_LARCH_SOP_PUSH_GPREL, far - 0x123
	.long	0x1d555544
g1:	.reloc	., R_LARCH_SOP_POP_32_S_10_5, g0
	.long	0x28aa5405
	.long	0xa5a5a5a5
	.section .i,"ax",@progbits
i0:	.reloc	., R_LARCH_SOP_PUSH_TLS_GOT, ie + 0x7fff0a69
	.long	0x1d555544
i1:	.reloc	., R_LARCH_SOP_POP_32_U_10_12, i0
	.long	0x28aa5405
	.long	0xa5a5a5a5
	.section .l,"ax",@progbits
l0:	.reloc	., R_LARCH_SOP_PUSH_TLS_TPREL, ld
	.long	0x1d555544
l1:	.reloc	., R_LARCH_SOP_POP_32_S_10_12, l0
	.long	0x02aa5405
	.long	0xa5a5a5a5
	.section .t,"ax",@progbits
t0:	.reloc	., R_LARCH_SOP_PUSH_TLS_GD, gd - 0x7fd
	.long	0x1d555544
t1:	.reloc	., R_LARCH_SOP_POP_32_S_10_16, t0
	.long	0x02aa5405
	.long	0xa5a5a5a5
	.section .d,"ax",@progbits
d0:	.reloc	., R_LARCH_SOP_PUSH_PLT_PCREL, desc
	.long	0x1d555544
d1:	.reloc	., R_LARCH_SOP_POP_32_S_5_20, d0
	.long	0x02aa5405
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}up = 0x1c000004 + ((own - 0x7fd - up + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}store = 0x29800005 + ((own + 0x7ffff814 - down)[11:0] << 10)
# rtdyld-check: *{4}upper = 0x2800005 + ((own - 0x7fd - up)[11:0] << 10)
# rtdyld-check: *{4}down = 0x1c000004 + ((own + 0x7ffff814 - down + 0x800)[31:12] << 5)
# rtdyld-check: *{4}(down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 32 - 0x123 - g0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}g1 = 0x28800005 + ((section_addr(pcadd.o, .got) + 32 - 0x123 - g0)[11:0] << 10)
# rtdyld-check: *{4}(g1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}i0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 0 + 0x7fff0a69 - i0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}i1 = 0x28800005 + ((section_addr(pcadd.o, .got) + 0 + 0x7fff0a69 - i0)[11:0] << 10)
# rtdyld-check: *{4}(i1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}l0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 4 - l0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}l1 = 0x2800005 + ((section_addr(pcadd.o, .got) + 4 - l0)[11:0] << 10)
# rtdyld-check: *{4}(l1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}t0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 12 - 0x7fd - t0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}t1 = 0x2800005 + ((section_addr(pcadd.o, .got) + 12 - 0x7fd - t0)[11:0] << 10)
# rtdyld-check: *{4}(t1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}d0 = 0x1c000004 + ((section_addr(pcadd.o, .got) + 20 - d0 + 0x800)[31:12] << 5)
# rtdyld-check: *{4}d1 = 0x2800005 + ((section_addr(pcadd.o, .got) + 20 - d0)[11:0] << 10)
# rtdyld-check: *{4}(d1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 0) = (0 - 40)[31:0]
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 4) = 1
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 8) = 0x10
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 12) = 1
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 16) = 0x18
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 24) = (0 - 16)[31:0]
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 28) = first
# rtdyld-check: *{4}(section_addr(pcadd.o, .got) + 32) = far
# ld.w $a0, $a0, 4; ret
# rtdyld-check: *{8}(*{4}(section_addr(pcadd.o, .got) + 20)) = 0x4c00002028801084
