# Thread-locals: TPREL is the offset from the thread pointer, of those outside what is given; DTPREL that in the module's block less 0x8000; DTPMOD the module.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=tls.o,.text=0x1001357c -dummy-extern=tprel32_0_s=0x12345670 -dummy-extern=tprel32_1_s=0xfffffff8 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_1_s=0x7ffe -dummy-extern=tprel16_2_s=0xffff8004 -dummy-extern=tprel16_lo_0_s=0x9abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffdcd3 -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0xf3210000 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x7fff9000 -dummy-extern=tprel16_ha_3_s=0xffff8000 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=tls.o,.text=0x1001357c -dummy-extern=tprel32_0_s=0x12345670 -dummy-extern=tprel32_1_s=0xfffffff8 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_1_s=0x7fff -dummy-extern=tprel16_2_s=0xffff8004 -dummy-extern=tprel16_lo_0_s=0x9abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffdcd3 -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0xf3210000 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x7fff9000 -dummy-extern=tprel16_ha_3_s=0xffff8000 %o
# ERR: .text+0x16: R_PPC_TPREL16 to tprel16_1_s: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=tls.o,.text=0x1001357c -dummy-extern=tprel32_0_s=0x12345670 -dummy-extern=tprel32_1_s=0xfffffff8 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_1_s=0x7ffe -dummy-extern=tprel16_2_s=0xffff8003 -dummy-extern=tprel16_lo_0_s=0x9abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffdcd3 -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0xf3210000 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x7fff9000 -dummy-extern=tprel16_ha_3_s=0xffff8000 %o
# ERR: .text+0x1a: R_PPC_TPREL16 to tprel16_2_s: -0x8001 does not fit signed 16
	.globl	tprel32_0_s
	.type	tprel32_0_s, @tls_object
	.globl	tprel32_1_s
	.type	tprel32_1_s, @tls_object
	.globl	tprel16_0_s
	.type	tprel16_0_s, @tls_object
	.globl	tprel16_1_s
	.type	tprel16_1_s, @tls_object
	.globl	tprel16_2_s
	.type	tprel16_2_s, @tls_object
	.globl	tprel16_lo_0_s
	.type	tprel16_lo_0_s, @tls_object
	.globl	tprel16_lo_1_s
	.type	tprel16_lo_1_s, @tls_object
	.globl	tprel16_hi_0_s
	.type	tprel16_hi_0_s, @tls_object
	.globl	tprel16_hi_1_s
	.type	tprel16_hi_1_s, @tls_object
	.globl	tprel16_hi_2_s
	.type	tprel16_hi_2_s, @tls_object
	.globl	tprel16_ha_0_s
	.type	tprel16_ha_0_s, @tls_object
	.globl	tprel16_ha_1_s
	.type	tprel16_ha_1_s, @tls_object
	.globl	tprel16_ha_2_s
	.type	tprel16_ha_2_s, @tls_object
	.globl	tprel16_ha_3_s
	.type	tprel16_ha_3_s, @tls_object
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.text
	.short	0x5a5a
tprel32_0:	.reloc	., R_PPC_TPREL32, tprel32_0_s + 9
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
tprel32_1:	.reloc	., R_PPC_TPREL32, tprel32_1_s + 25
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
tprel16_0:	.reloc	., R_PPC_TPREL16, tprel16_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
tprel16_1:	.reloc	., R_PPC_TPREL16, tprel16_1_s + 1
	.short	0xaaaa
	.short	0x5a5a
tprel16_2:	.reloc	., R_PPC_TPREL16, tprel16_2_s - 4
	.short	0xaaaa
	.short	0x5a5a
tprel16_lo_0:	.reloc	., R_PPC_TPREL16_LO, tprel16_lo_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
tprel16_lo_1:	.reloc	., R_PPC_TPREL16_LO, tprel16_lo_1_s - 4
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_0:	.reloc	., R_PPC_TPREL16_HI, tprel16_hi_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_1:	.reloc	., R_PPC_TPREL16_HI, tprel16_hi_1_s - 32788
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_2:	.reloc	., R_PPC_TPREL16_HI, tprel16_hi_2_s + 0
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_0:	.reloc	., R_PPC_TPREL16_HA, tprel16_ha_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_1:	.reloc	., R_PPC_TPREL16_HA, tprel16_ha_1_s - 20
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_2:	.reloc	., R_PPC_TPREL16_HA, tprel16_ha_2_s + 0
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_3:	.reloc	., R_PPC_TPREL16_HA, tprel16_ha_3_s + 0
	.short	0xaaaa
	.short	0x5a5a
dtprel32_0:	.reloc	., R_PPC_DTPREL32, own + 305452657
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
dtprel32_1:	.reloc	., R_PPC_DTPREL32, own - 2147483648
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
dtprel32_2:	.reloc	., R_PPC_DTPREL32, own + 2147483647
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
dtprel16_0:	.reloc	., R_PPC_DTPREL16, own + 37421
	.short	0xaaaa
	.short	0x5a5a
dtprel16_1:	.reloc	., R_PPC_DTPREL16, own + 65527
	.short	0xaaaa
	.short	0x5a5a
dtprel16_2:	.reloc	., R_PPC_DTPREL16, own - 8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_lo_0:	.reloc	., R_PPC_DTPREL16_LO, own + 448618217
	.short	0xaaaa
	.short	0x5a5a
dtprel16_lo_1:	.reloc	., R_PPC_DTPREL16_LO, own + 23751
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_0:	.reloc	., R_PPC_DTPREL16_HI, own + 305496055
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_1:	.reloc	., R_PPC_DTPREL16_HI, own + 305430520
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_2:	.reloc	., R_PPC_DTPREL16_HI, own - 1826521095
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_0:	.reloc	., R_PPC_DTPREL16_HA, own + 305463287
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_1:	.reloc	., R_PPC_DTPREL16_HA, own + 305463288
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_2:	.reloc	., R_PPC_DTPREL16_HA, own + 1879052280
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_3:	.reloc	., R_PPC_DTPREL16_HA, own - 9
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_4:	.reloc	., R_PPC_DTPREL16_HA, own + 2147483895
	.short	0xaaaa
	.short	0x5a5a
mod:	.reloc	., R_PPC_DTPMOD32, own + 4
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
mod3:	.reloc	., R_PPC_DTPMOD32, own + 0x7fffffff
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
mod2:	.reloc	., R_PPC_DTPMOD32, own - 2
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a

# rtdyld-check: *{4}tprel32_0 = 0x12345679
# rtdyld-check: *{4}(tprel32_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}tprel32_1 = 0x11
# rtdyld-check: *{4}(tprel32_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}tprel16_0 = 0x1235
# rtdyld-check: *{2}(tprel16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_1 = 0x7fff
# rtdyld-check: *{2}(tprel16_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_2 = 0x8000
# rtdyld-check: *{2}(tprel16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_lo_0 = 0xdef1
# rtdyld-check: *{2}(tprel16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_lo_1 = 0xdccf
# rtdyld-check: *{2}(tprel16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_0 = 0x1234
# rtdyld-check: *{2}(tprel16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_1 = 0x1234
# rtdyld-check: *{2}(tprel16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_2 = 0xf321
# rtdyld-check: *{2}(tprel16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_0 = 0x1234
# rtdyld-check: *{2}(tprel16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_1 = 0x1235
# rtdyld-check: *{2}(tprel16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_2 = 0x8000
# rtdyld-check: *{2}(tprel16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_3 = 0x0
# rtdyld-check: *{2}(tprel16_ha_3 + 2) = 0x5a5a
# rtdyld-check: *{4}dtprel32_0 = 0x12345679
# rtdyld-check: *{4}(dtprel32_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}dtprel32_1 = 0x7fff8008
# rtdyld-check: *{4}(dtprel32_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}dtprel32_2 = 0x7fff8007
# rtdyld-check: *{4}(dtprel32_2 + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}dtprel16_0 = 0x1235
# rtdyld-check: *{2}(dtprel16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_1 = 0x7fff
# rtdyld-check: *{2}(dtprel16_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_2 = 0x8000
# rtdyld-check: *{2}(dtprel16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_lo_0 = 0xdef1
# rtdyld-check: *{2}(dtprel16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_lo_1 = 0xdccf
# rtdyld-check: *{2}(dtprel16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_0 = 0x1234
# rtdyld-check: *{2}(dtprel16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_1 = 0x1234
# rtdyld-check: *{2}(dtprel16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_2 = 0x9321
# rtdyld-check: *{2}(dtprel16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_0 = 0x1234
# rtdyld-check: *{2}(dtprel16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_1 = 0x1235
# rtdyld-check: *{2}(dtprel16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_2 = 0x7000
# rtdyld-check: *{2}(dtprel16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_3 = 0xffff
# rtdyld-check: *{2}(dtprel16_ha_3 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_4 = 0x8000
# rtdyld-check: *{2}(dtprel16_ha_4 + 2) = 0x5a5a
# rtdyld-check: *{4}mod = 5
# rtdyld-check: *{4}(mod + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}mod2 = 0xffffffff
# rtdyld-check: *{4}mod3 = 0x80000000
