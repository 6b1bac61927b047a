# Offsets in the section of the symbol, S + A less its start; 0 for symbols of others. Beyond what the fields take they are refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x9abcdef0 -dummy-extern=hi_far=0x9abcdef0 -dummy-extern=ha_far=0x7fff9000 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x8000 -dummy-extern=sectoff_bottom=0xffffffffffff8000 -dummy-extern=lo_far=0x9abcdef0 -dummy-extern=hi_far=0x9abcdef0 -dummy-extern=ha_far=0x7fff9000 %o
# ERR: .text+0x4: R_PPC_SECTOFF to sectoff_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=sectoff.o,.text=0x10000000 -map-section=sectoff.o,.mine=0x20000010 -dummy-extern=sectoff_top=0x7fff -dummy-extern=sectoff_bottom=0xffffffffffff7fff -dummy-extern=lo_far=0x9abcdef0 -dummy-extern=hi_far=0x9abcdef0 -dummy-extern=ha_far=0x7fff9000 %o
# ERR: .text+0x8: R_PPC_SECTOFF to sectoff_bottom: -0x8001 does not fit signed 16
	.globl	sectoff_top, sectoff_bottom, lo_far, hi_far, ha_far
	.section	.mine,"aw"
	.zero	16
there:	.long	1
	.text
sectoff:	.reloc	., R_PPC_SECTOFF, there + 9
	.short	0xaaaa
	.short	0x5a5a
sectoff_top_at:	.reloc	., R_PPC_SECTOFF, sectoff_top + 0
	.short	0xaaaa
	.short	0x5a5a
sectoff_bottom_at:	.reloc	., R_PPC_SECTOFF, sectoff_bottom + 0
	.short	0xaaaa
	.short	0x5a5a
lo:	.reloc	., R_PPC_SECTOFF_LO, there + 305430537
	.short	0xaaaa
	.short	0x5a5a
lo_far_at:	.reloc	., R_PPC_SECTOFF_LO, lo_far + 0
	.short	0xaaaa
	.short	0x5a5a
hi:	.reloc	., R_PPC_SECTOFF_HI, there + 305430537
	.short	0xaaaa
	.short	0x5a5a
hi_far_at:	.reloc	., R_PPC_SECTOFF_HI, hi_far + 0
	.short	0xaaaa
	.short	0x5a5a
ha:	.reloc	., R_PPC_SECTOFF_HA, there + 305430537
	.short	0xaaaa
	.short	0x5a5a
ha_far_at:	.reloc	., R_PPC_SECTOFF_HA, ha_far + 0
	.short	0xaaaa
	.short	0x5a5a
hi_1234ffff:	.reloc	., R_PPC_SECTOFF_HI, there + 0x1234ffef
	.short	0xaaaa
	.short	0x5a5a
hi_12350000:	.reloc	., R_PPC_SECTOFF_HI, there + 0x1234fff0
	.short	0xaaaa
	.short	0x5a5a
ha_12347fff:	.reloc	., R_PPC_SECTOFF_HA, there + 0x12347fef
	.short	0xaaaa
	.short	0x5a5a
ha_12348000:	.reloc	., R_PPC_SECTOFF_HA, there + 0x12347ff0
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
# rtdyld-check: *{2}hi_far_at = (hi_far)[31:16]
# rtdyld-check: *{2}(hi_far_at + 2) = 0x5a5a
# rtdyld-check: *{2}ha = (there + 305430537 - section_addr(sectoff.o, .mine) + 0x8000)[31:16]
# rtdyld-check: *{2}(ha + 2) = 0x5a5a
# rtdyld-check: *{2}ha_far_at = (ha_far + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_far_at + 2) = 0x5a5a
# rtdyld-check: *{2}hi_1234ffff = (there + 0x1234ffef - section_addr(sectoff.o, .mine))[31:16]
# rtdyld-check: *{2}(hi_1234ffff + 2) = 0x5a5a
# rtdyld-check: *{2}hi_12350000 = (there + 0x1234fff0 - section_addr(sectoff.o, .mine))[31:16]
# rtdyld-check: *{2}(hi_12350000 + 2) = 0x5a5a
# rtdyld-check: *{2}ha_12347fff = (there + 0x12347fef - section_addr(sectoff.o, .mine) + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_12347fff + 2) = 0x5a5a
# rtdyld-check: *{2}ha_12348000 = (there + 0x12347ff0 - section_addr(sectoff.o, .mine) + 0x8000)[31:16]
# rtdyld-check: *{2}(ha_12348000 + 2) = 0x5a5a
