# The ends of what the fields with the offset in a block of thread-locals take.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 147 R_PPC64_DTPREL34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x8000 -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x2: R_PPC64_DTPREL16 to dtprel16_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff7fff -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x6: R_PPC64_DTPREL16 to dtprel16_bottom: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x80000000 -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0xa: R_PPC64_DTPREL16_HI to dtprel16_hi_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff7fffffff -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0xe: R_PPC64_DTPREL16_HI to dtprel16_hi_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff8000 -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x12: R_PPC64_DTPREL16_HA to dtprel16_ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff7fff -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x16: R_PPC64_DTPREL16_HA to dtprel16_ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x8000 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x1a: R_PPC64_DTPREL16_DS to dtprel16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffb -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x1a: R_PPC64_DTPREL16_DS to dtprel16_ds_top: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff7ffc -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x1e: R_PPC64_DTPREL16_DS to dtprel16_ds_bottom: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x200000000 -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x22: R_PPC64_DTPREL34 to dtprel34_top: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffdffffffff -dummy-extern=dtprel16_lo_ds_odd=0x4 %o
# ERR: .text+0x2c: R_PPC64_DTPREL34 to dtprel34_bottom: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel_limit.o,.text=0x10000000 -dummy-extern=dtprel16_top=0x7fff -dummy-extern=dtprel16_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_hi_top=0x7fffffff -dummy-extern=dtprel16_hi_bottom=0xffffffff80000000 -dummy-extern=dtprel16_ha_top=0x7fff7fff -dummy-extern=dtprel16_ha_bottom=0xffffffff7fff8000 -dummy-extern=dtprel16_ds_top=0x7ffc -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel34_top=0x1ffffffff -dummy-extern=dtprel34_bottom=0xfffffffe00000000 -dummy-extern=dtprel16_lo_ds_odd=0x5 %o
# ERR: .text+0x36: R_PPC64_DTPREL16_LO_DS to dtprel16_lo_ds_odd: 0x5 is no multiple of 4
	.globl	dtprel16_top
	.type	dtprel16_top, @tls_object
	.globl	dtprel16_bottom
	.type	dtprel16_bottom, @tls_object
	.globl	dtprel16_hi_top
	.type	dtprel16_hi_top, @tls_object
	.globl	dtprel16_hi_bottom
	.type	dtprel16_hi_bottom, @tls_object
	.globl	dtprel16_ha_top
	.type	dtprel16_ha_top, @tls_object
	.globl	dtprel16_ha_bottom
	.type	dtprel16_ha_bottom, @tls_object
	.globl	dtprel16_ds_top
	.type	dtprel16_ds_top, @tls_object
	.globl	dtprel16_ds_bottom
	.type	dtprel16_ds_bottom, @tls_object
	.globl	dtprel34_top
	.type	dtprel34_top, @tls_object
	.globl	dtprel34_bottom
	.type	dtprel34_bottom, @tls_object
	.globl	dtprel16_lo_ds_odd
	.type	dtprel16_lo_ds_odd, @tls_object
	.text
	.short	0x5a5a
at_dtprel16_top:	.reloc	., R_PPC64_DTPREL16, dtprel16_top + 0x8000
	.short	0x0
	.short	0x5a5a
at_dtprel16_bottom:	.reloc	., R_PPC64_DTPREL16, dtprel16_bottom + 0x8000
	.short	0x0
	.short	0x5a5a
at_dtprel16_hi_top:	.reloc	., R_PPC64_DTPREL16_HI, dtprel16_hi_top + 0x8000
	.short	0x0
	.short	0x5a5a
at_dtprel16_hi_bottom:	.reloc	., R_PPC64_DTPREL16_HI, dtprel16_hi_bottom + 0x8000
	.short	0x0
	.short	0x5a5a
at_dtprel16_ha_top:	.reloc	., R_PPC64_DTPREL16_HA, dtprel16_ha_top + 0x8000
	.short	0x0
	.short	0x5a5a
at_dtprel16_ha_bottom:	.reloc	., R_PPC64_DTPREL16_HA, dtprel16_ha_bottom + 0x8000
	.short	0x0
	.short	0x5a5a
at_dtprel16_ds_top:	.reloc	., R_PPC64_DTPREL16_DS, dtprel16_ds_top + 0x8000
	.short	0xa5a6
	.short	0x5a5a
at_dtprel16_ds_bottom:	.reloc	., R_PPC64_DTPREL16_DS, dtprel16_ds_bottom + 0x8000
	.short	0xa5a6
	.short	0x5a5a
at_dtprel34_top:	.reloc	., R_PPC64_COPY, dtprel34_top + 0x8000
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
at_dtprel34_bottom:	.reloc	., R_PPC64_COPY, dtprel34_bottom + 0x8000
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
at_dtprel16_lo_ds_odd:	.reloc	., R_PPC64_DTPREL16_LO_DS, dtprel16_lo_ds_odd + 0x8000
	.short	0xa5a6
	.short	0x5a5a

# rtdyld-check: *{2}at_dtprel16_top = 0x7fff
# rtdyld-check: *{2}at_dtprel16_bottom = 0x8000
# rtdyld-check: *{2}at_dtprel16_hi_top = 0x7fff
# rtdyld-check: *{2}at_dtprel16_hi_bottom = 0x8000
# rtdyld-check: *{2}at_dtprel16_ha_top = 0x7fff
# rtdyld-check: *{2}at_dtprel16_ha_bottom = 0x8000
# rtdyld-check: *{2}at_dtprel16_ds_top = 0x7ffe
# rtdyld-check: *{2}at_dtprel16_ds_bottom = 0x8002
# rtdyld-check: *{8}at_dtprel34_top = 0x3860ffff0611ffff
# rtdyld-check: *{8}at_dtprel34_bottom = 0x3860000006120000
# rtdyld-check: *{2}at_dtprel16_lo_ds_odd = 0x6
