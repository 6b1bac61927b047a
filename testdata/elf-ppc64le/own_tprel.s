# What takes addresses and offsets of an object's own symbols, so that those of their sections are not taken for them.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=own_tprel.o,.text=0x10000000 -map-section=own_tprel.o,.low=0x1240 -map-section=own_tprel.o,.far=0x123456789abcdef0 -map-section=own_tprel.o,.tdata=0x5123456789ab1230 -check=%s %o
	.section	.low,"aw"
	.zero	16
near:	.quad	1
	.section	.far,"aw"
	.zero	16
there:	.quad	1
	.section	.tdata,"awT",@progbits
	.zero	16
	.globl	own
	.type	own, @object
own:	.quad	1
	.localentry	own, 8
	.text
f0:	.reloc	., R_PPC64_TPREL64, own + 9
	.quad	0xaaaaaaaaaaaaaaaa
	.quad	0x5a5a5a5a5a5a5a5a
f1:	.reloc	., R_PPC64_TPREL16, own + 9
	.short	0xaaaa
	.short	0x5a5a
f2:	.reloc	., R_PPC64_TPREL16_HI, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f3:	.reloc	., R_PPC64_TPREL16_HA, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f4:	.reloc	., R_PPC64_TPREL16_DS, own + 8
	.short	0xaaaa
	.short	0x5a5a
f5:	.reloc	., R_PPC64_TPREL16_LO_DS, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f6:	.reloc	., R_PPC64_TPREL16_HIGHER, own + 9
	.short	0xaaaa
	.short	0x5a5a
f7:	.reloc	., R_PPC64_TPREL16_HIGHERA, own + 9
	.short	0xaaaa
	.short	0x5a5a
f8:	.reloc	., R_PPC64_TPREL16_HIGHEST, own + 9
	.short	0xaaaa
	.short	0x5a5a
f9:	.reloc	., R_PPC64_TPREL16_HIGHESTA, own + 9
	.short	0xaaaa
	.short	0x5a5a
f10:	.reloc	., R_PPC64_TPREL16_HIGH, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f11:	.reloc	., R_PPC64_TPREL16_HIGHA, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
	.balign	8
f12:	.reloc	., R_PPC64_TPREL34, own + 9
	.long	0x06000000, 0x38600000
f13:	.reloc	., R_PPC64_TPREL16_DS, own + 24
	.long	0xf4050009
f14:	.reloc	., R_PPC64_TPREL16_LO_DS, own + 305430552
	.long	0xf4050009

# rtdyld-check: *{8}f0 = 0xfffffffffffffff8 + 9
# rtdyld-check: *{8}(f0 + 8) = 0x5a5a5a5a5a5a5a5a
# rtdyld-check: *{2}f1 = (0xfffffffffffffff8 + 9)[15:0]
# rtdyld-check: *{2}(f1 + 2) = 0x5a5a
# rtdyld-check: *{2}f2 = (0xfffffffffffffff8 + 305430536)[31:16]
# rtdyld-check: *{2}(f2 + 2) = 0x5a5a
# rtdyld-check: *{2}f3 = (0xfffffffffffffff8 + 305430536 + 0x8000)[31:16]
# rtdyld-check: *{2}(f3 + 2) = 0x5a5a
# rtdyld-check: *{2}f4 = ((0xfffffffffffffff8 + 8) & 0xfffc) + 2
# rtdyld-check: *{2}(f4 + 2) = 0x5a5a
# rtdyld-check: *{2}f5 = ((0xfffffffffffffff8 + 305430536) & 0xfffc) + 2
# rtdyld-check: *{2}(f5 + 2) = 0x5a5a
# rtdyld-check: *{2}f6 = (0xfffffffffffffff8 + 9)[47:32]
# rtdyld-check: *{2}(f6 + 2) = 0x5a5a
# rtdyld-check: *{2}f7 = (0xfffffffffffffff8 + 9 + 0x8000)[47:32]
# rtdyld-check: *{2}(f7 + 2) = 0x5a5a
# rtdyld-check: *{2}f8 = (0xfffffffffffffff8 + 9)[63:48]
# rtdyld-check: *{2}(f8 + 2) = 0x5a5a
# rtdyld-check: *{2}f9 = (0xfffffffffffffff8 + 9 + 0x8000)[63:48]
# rtdyld-check: *{2}(f9 + 2) = 0x5a5a
# rtdyld-check: *{2}f10 = (0xfffffffffffffff8 + 305430536)[31:16]
# rtdyld-check: *{2}(f10 + 2) = 0x5a5a
# rtdyld-check: *{2}f11 = (0xfffffffffffffff8 + 305430536 + 0x8000)[31:16]
# rtdyld-check: *{2}(f11 + 2) = 0x5a5a
# rtdyld-check: *{4}f12 = 0x06000000 + (0xfffffffffffffff8 + 9)[33:16]
# rtdyld-check: *{4}(f12 + 4) = 0x38600000 + (0xfffffffffffffff8 + 9)[15:0]
# rtdyld-check: *{4}f13 = 0xf4050009 + ((0xfffffffffffffff8 + 24) & 0xfff0)
# rtdyld-check: *{4}f14 = 0xf4050009 + ((0xfffffffffffffff8 + 305430552) & 0xfff0)
