# Offsets in the section of the symbol, S + A less its start; 0 for symbols of others. Beyond what the fields take they are refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_DTPMOD64 62 R_PPC64_SECTOFF_LO_DS
# TYPE: R_PPC64_IRELATIVE 61 R_PPC64_SECTOFF_DS
# TYPE: R_PPC64_RELATIVE 36 R_PPC64_SECTOFF_HA
# TYPE: R_PPC64_JMP_SLOT 35 R_PPC64_SECTOFF_HI
# TYPE: R_PPC64_GLOB_DAT 34 R_PPC64_SECTOFF_LO
# TYPE: R_PPC64_COPY 33 R_PPC64_SECTOFF
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x8000 -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x4: R_PPC64_SECTOFF to sectoff_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff7fff -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x8: R_PPC64_SECTOFF to sectoff_bottom: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x80000000 -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x18: R_PPC64_SECTOFF_HI to hi_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff7fffffff -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x1c: R_PPC64_SECTOFF_HI to hi_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff8000 -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x24: R_PPC64_SECTOFF_HA to ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff7fff -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x28: R_PPC64_SECTOFF_HA to ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x8000 -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x30: R_PPC64_SECTOFF_DS to ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff7ffc -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x34: R_PPC64_SECTOFF_DS to ds_bottom: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffb -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef0 %o
# ERR: .text+0x30: R_PPC64_SECTOFF_DS to ds_top: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x123456789abcdef0 -dummy-extern=hi_top=0x7fffffff -dummy-extern=hi_bottom=0xffffffff80000000 -dummy-extern=ha_top=0x7fff7fff -dummy-extern=ha_bottom=0xffffffff7fff8000 -dummy-extern=ds_top=0x7ffc -dummy-extern=ds_bottom=0xffffffffffff8000 -dummy-extern=lods_far=0x123456789abcdef2 %o
# ERR: .text+0x3c: R_PPC64_SECTOFF_LO_DS to lods_far: 0x123456789abcdef2 is no multiple of 4
	.globl	sectoff_top, sectoff_bottom, lo_far, hi_top, hi_bottom, ha_top, ha_bottom, ds_top, ds_bottom, lods_far
	.section	.mine,"aw"
	.zero	16
there:	.long	1
	.text
sectoff:	.reloc	., R_PPC64_COPY, there + 9
	.short	0xaaaa
	.short	0x5a5a
sectoff_top_at:	.reloc	., R_PPC64_COPY, sectoff_top + 0
	.short	0xaaaa
	.short	0x5a5a
sectoff_bottom_at:	.reloc	., R_PPC64_COPY, sectoff_bottom + 0
	.short	0xaaaa
	.short	0x5a5a
lo:	.reloc	., R_PPC64_GLOB_DAT, there + 305430537
	.short	0xaaaa
	.short	0x5a5a
lo_far_at:	.reloc	., R_PPC64_GLOB_DAT, lo_far + 0
	.short	0xaaaa
	.short	0x5a5a
hi:	.reloc	., R_PPC64_JMP_SLOT, there + 305430537
	.short	0xaaaa
	.short	0x5a5a
hi_top_at:	.reloc	., R_PPC64_JMP_SLOT, hi_top + 0
	.short	0xaaaa
	.short	0x5a5a
hi_bottom_at:	.reloc	., R_PPC64_JMP_SLOT, hi_bottom + 0
	.short	0xaaaa
	.short	0x5a5a
ha:	.reloc	., R_PPC64_RELATIVE, there + 305430537
	.short	0xaaaa
	.short	0x5a5a
ha_top_at:	.reloc	., R_PPC64_RELATIVE, ha_top + 0
	.short	0xaaaa
	.short	0x5a5a
ha_bottom_at:	.reloc	., R_PPC64_RELATIVE, ha_bottom + 0
	.short	0xaaaa
	.short	0x5a5a
ds:	.reloc	., R_PPC64_IRELATIVE, there + 8
	.short	0xaaaa
	.short	0x5a5a
ds_top_at:	.reloc	., R_PPC64_IRELATIVE, ds_top + 0
	.short	0xaaaa
	.short	0x5a5a
ds_bottom_at:	.reloc	., R_PPC64_IRELATIVE, ds_bottom + 0
	.short	0xaaaa
	.short	0x5a5a
lods:	.reloc	., R_PPC64_DTPMOD64, there + 8
	.short	0xaaaa
	.short	0x5a5a
lods_far_at:	.reloc	., R_PPC64_DTPMOD64, lods_far + 0
	.short	0xaaaa
	.short	0x5a5a
hi_1234ffff:	.reloc	., R_PPC64_JMP_SLOT, there + 0x1234ffef
	.short	0xaaaa
	.short	0x5a5a
hi_12350000:	.reloc	., R_PPC64_JMP_SLOT, there + 0x1234fff0
	.short	0xaaaa
	.short	0x5a5a
ha_12347fff:	.reloc	., R_PPC64_RELATIVE, there + 0x12347fef
	.short	0xaaaa
	.short	0x5a5a
ha_12348000:	.reloc	., R_PPC64_RELATIVE, there + 0x12347ff0
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{2}sectoff = (there + 9 - section_addr(sectoff.o, .mine))[15:0]
# rtdyld-check: *{2}(sectoff + 2) = 0x5a5a
# rtdyld-check: *{2}sectoff_top_at = (sectoff_top)[15:0]
# rtdyld-check: *{2}(sectoff_top_at + 2) = 0x5a5a
# rtdyld-check: *{2}sectoff_bottom_at = (sectoff_bottom)[15:0]
# rtdyld-check: *{2}(sectoff_bottom_at + 2) = 0x5a5a
# rtdyld-check: *{2}lo = (there + 305430537 - section_addr(sectoff.o, .mine))[15:0]
# rtdyld-check: *{2}(lo + 2) = 0x5a5a
# rtdyld-check: *{2}lo_far_at = (lo_far)[15:0]
# rtdyld-check: *{2}(lo_far_at + 2) = 0x5a5a
# rtdyld-check: *{2}hi = (there + 305430537 - section_addr(sectoff.o, .mine))[31:16]
# rtdyld-check: *{2}(hi + 2) = 0x5a5a
# rtdyld-check: *{2}hi_top_at = (hi_top)[31:16]
# rtdyld-check: *{2}(hi_top_at + 2) = 0x5a5a
# rtdyld-check: *{2}hi_bottom_at = (hi_bottom)[31:16]
# rtdyld-check: *{2}(hi_bottom_at + 2) = 0x5a5a
# rtdyld-check: *{2}ha = (there + 305430537 - section_addr(sectoff.o, .mine) + 0x8000)[31:16]
# rtdyld-check: *{2}(ha + 2) = 0x5a5a
# rtdyld-check: *{2}ha_top_at = (ha_top + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_top_at + 2) = 0x5a5a
# rtdyld-check: *{2}ha_bottom_at = (ha_bottom + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_bottom_at + 2) = 0x5a5a
# rtdyld-check: *{2}ds = (there + 8 - section_addr(sectoff.o, .mine))[15:0] + 2
# rtdyld-check: *{2}(ds + 2) = 0x5a5a
# rtdyld-check: *{2}ds_top_at = (ds_top)[15:0] + 2
# rtdyld-check: *{2}(ds_top_at + 2) = 0x5a5a
# rtdyld-check: *{2}ds_bottom_at = (ds_bottom)[15:0] + 2
# rtdyld-check: *{2}(ds_bottom_at + 2) = 0x5a5a
# rtdyld-check: *{2}lods = (there + 8 - section_addr(sectoff.o, .mine))[15:0] + 2
# rtdyld-check: *{2}(lods + 2) = 0x5a5a
# rtdyld-check: *{2}lods_far_at = (lods_far)[15:0] + 2
# rtdyld-check: *{2}(lods_far_at + 2) = 0x5a5a
# rtdyld-check: *{2}hi_1234ffff = (there + 0x1234ffef - section_addr(sectoff.o, .mine))[31:16]
# rtdyld-check: *{2}(hi_1234ffff + 2) = 0x5a5a
# rtdyld-check: *{2}hi_12350000 = (there + 0x1234fff0 - section_addr(sectoff.o, .mine))[31:16]
# rtdyld-check: *{2}(hi_12350000 + 2) = 0x5a5a
# rtdyld-check: *{2}ha_12347fff = (there + 0x12347fef - section_addr(sectoff.o, .mine) + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_12347fff + 2) = 0x5a5a
# rtdyld-check: *{2}ha_12348000 = (there + 0x12347ff0 - section_addr(sectoff.o, .mine) + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_12348000 + 2) = 0x5a5a
