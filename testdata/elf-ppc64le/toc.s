# R_PPC64_TOC16 and its parts: S + A - T, T 0x8000 behind the start of the GOT.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x123430010 -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x6: R_PPC64_TOC16 to toc16_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420013 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0xa: R_PPC64_TOC16 to toc16_bottom: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a3428010 -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x26: R_PPC64_TOC16_HI to toc16_hi_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428013 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x2a: R_PPC64_TOC16_HI to toc16_hi_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a3420010 -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x3a: R_PPC64_TOC16_HA to toc16_ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420013 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x3e: R_PPC64_TOC16_HA to toc16_ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x123430010 -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x46: R_PPC64_TOC16_DS to toc16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000b -dummy-extern=toc16_ds_bottom=0x123420014 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x46: R_PPC64_TOC16_DS to toc16_ds_top: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=toc.o,.text=0x10000000 -map-section=toc.o,.got=0x123420010 -dummy-extern=toc16_0_s=0x12342923d -dummy-extern=toc16_top=0x12343000f -dummy-extern=toc16_bottom=0x123420014 -dummy-extern=toc16_lo_0_s=0x12345679bdff5ef9 -dummy-extern=toc16_lo_1_s=0x123425cdf -dummy-extern=toc16_hi_0_s=0x135778007 -dummy-extern=toc16_hi_1_s=0x135770024 -dummy-extern=toc16_hi_2_s=0x166637ff0 -dummy-extern=toc16_hi_top=0x1a342800f -dummy-extern=toc16_hi_bottom=0xa3428014 -dummy-extern=toc16_ha_0_s=0x135770007 -dummy-extern=toc16_ha_1_s=0x135770024 -dummy-extern=toc16_ha_2_s=0x166637ff0 -dummy-extern=toc16_ha_top=0x1a342000f -dummy-extern=toc16_ha_bottom=0xa3420014 -dummy-extern=toc16_ds_0_s=0x12342923c -dummy-extern=toc16_ds_top=0x12343000c -dummy-extern=toc16_ds_bottom=0x123420010 -dummy-extern=toc16_lo_ds_0_s=0x12345679bdff5efc -dummy-extern=toc16_lo_ds_1_s=0x123425ce0 %o
# ERR: .text+0x4a: R_PPC64_TOC16_DS to toc16_ds_bottom: -0x8004 does not fit signed 16
	.globl	toc16_0_s
	.globl	toc16_top
	.globl	toc16_bottom
	.globl	toc16_lo_0_s
	.globl	toc16_lo_1_s
	.weak	zero
	.globl	toc16_hi_0_s
	.globl	toc16_hi_1_s
	.globl	toc16_hi_2_s
	.globl	toc16_hi_top
	.globl	toc16_hi_bottom
	.globl	toc16_ha_0_s
	.globl	toc16_ha_1_s
	.globl	toc16_ha_2_s
	.globl	toc16_ha_top
	.globl	toc16_ha_bottom
	.globl	toc16_ds_0_s
	.globl	toc16_ds_top
	.globl	toc16_ds_bottom
	.globl	toc16_lo_ds_0_s
	.globl	toc16_lo_ds_1_s
	.text
	.short	0x5a5a
toc16_0:	.reloc	., R_PPC64_TOC16, toc16_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
toc16_max:	.reloc	., R_PPC64_TOC16, toc16_top
	.short	0xaaaa
	.short	0x5a5a
toc16_min:	.reloc	., R_PPC64_TOC16, toc16_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
toc16_lo_0:	.reloc	., R_PPC64_TOC16_LO, toc16_lo_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
toc16_lo_1:	.reloc	., R_PPC64_TOC16_LO, toc16_lo_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
toc16_lo_z:	.reloc	., R_PPC64_TOC16_LO, zero
	.short	0xaaaa
	.short	0x5a5a
toc16_hi_0:	.reloc	., R_PPC64_TOC16_HI, toc16_hi_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
toc16_hi_1:	.reloc	., R_PPC64_TOC16_HI, toc16_hi_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
toc16_hi_2:	.reloc	., R_PPC64_TOC16_HI, toc16_hi_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
toc16_hi_max:	.reloc	., R_PPC64_TOC16_HI, toc16_hi_top
	.short	0xaaaa
	.short	0x5a5a
toc16_hi_min:	.reloc	., R_PPC64_TOC16_HI, toc16_hi_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
toc16_ha_0:	.reloc	., R_PPC64_TOC16_HA, toc16_ha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
toc16_ha_1:	.reloc	., R_PPC64_TOC16_HA, toc16_ha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
toc16_ha_2:	.reloc	., R_PPC64_TOC16_HA, toc16_ha_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
toc16_ha_max:	.reloc	., R_PPC64_TOC16_HA, toc16_ha_top
	.short	0xaaaa
	.short	0x5a5a
toc16_ha_min:	.reloc	., R_PPC64_TOC16_HA, toc16_ha_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
toc16_ds_0:	.reloc	., R_PPC64_TOC16_DS, toc16_ds_0_s + 0x8
	.short	0xa5a6
	.short	0x5a5a
toc16_ds_max:	.reloc	., R_PPC64_TOC16_DS, toc16_ds_top
	.short	0xa5a6
	.short	0x5a5a
toc16_ds_min:	.reloc	., R_PPC64_TOC16_DS, toc16_ds_bottom - 0x4
	.short	0xa5a6
	.short	0x5a5a
toc16_lo_ds_0:	.reloc	., R_PPC64_TOC16_LO_DS, toc16_lo_ds_0_s + 0x8
	.short	0xa5a6
	.short	0x5a5a
toc16_lo_ds_1:	.reloc	., R_PPC64_TOC16_LO_DS, toc16_lo_ds_1_s - 0x14
	.short	0xa5a6
	.short	0x5a5a
toc16_lo_ds_z:	.reloc	., R_PPC64_TOC16_LO_DS, zero
	.short	0xa5a6
	.short	0x5a5a

# rtdyld-check: *{2}toc16_0 = 0x1235
# rtdyld-check: *{2}(toc16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_max = 0x7fff
# rtdyld-check: *{2}(toc16_max + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_min = 0x8000
# rtdyld-check: *{2}(toc16_min + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_lo_0 = 0xdef1
# rtdyld-check: *{2}(toc16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_lo_1 = 0xdcbb
# rtdyld-check: *{2}(toc16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_lo_z = 0x7ff0
# rtdyld-check: *{2}(toc16_lo_z + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_hi_0 = 0x1234
# rtdyld-check: *{2}(toc16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_hi_1 = 0x1234
# rtdyld-check: *{2}(toc16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_hi_2 = 0x4321
# rtdyld-check: *{2}(toc16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_hi_max = 0x7fff
# rtdyld-check: *{2}(toc16_hi_max + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_hi_min = 0x8000
# rtdyld-check: *{2}(toc16_hi_min + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ha_0 = 0x1234
# rtdyld-check: *{2}(toc16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ha_1 = 0x1235
# rtdyld-check: *{2}(toc16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ha_2 = 0x4321
# rtdyld-check: *{2}(toc16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ha_max = 0x7fff
# rtdyld-check: *{2}(toc16_ha_max + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ha_min = 0x8000
# rtdyld-check: *{2}(toc16_ha_min + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ds_0 = 0x1236
# rtdyld-check: *{2}(toc16_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ds_max = 0x7ffe
# rtdyld-check: *{2}(toc16_ds_max + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_ds_min = 0x8002
# rtdyld-check: *{2}(toc16_ds_min + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_lo_ds_0 = 0xdef6
# rtdyld-check: *{2}(toc16_lo_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_lo_ds_1 = 0xdcbe
# rtdyld-check: *{2}(toc16_lo_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}toc16_lo_ds_z = 0x7ff2
# rtdyld-check: *{2}(toc16_lo_ds_z + 2) = 0x5a5a
