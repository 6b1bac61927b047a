# What takes addresses and offsets of an object's own symbols, so that those of their sections are not taken for them.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=own_tprel.o,.text=0x10000000 -map-section=own_tprel.o,.low=0x1240 -map-section=own_tprel.o,.far=0x9abcdef0 -map-section=own_tprel.o,.tdata=0x51231230 -check=%s %o
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
	.text
f0:	.reloc	., R_PPC_TPREL16, own + 9
	.short	0xaaaa
	.short	0x5a5a
f1:	.reloc	., R_PPC_TPREL16_LO, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f2:	.reloc	., R_PPC_TPREL16_HI, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f3:	.reloc	., R_PPC_TPREL16_HA, own + 305430536
	.short	0xaaaa
	.short	0x5a5a
f4:	.reloc	., R_PPC_TPREL32, own + 9
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a

# rtdyld-check: *{2}f0 = (0xfffffffffffffff8 + 9)[15:0]
# rtdyld-check: *{2}(f0 + 2) = 0x5a5a
# rtdyld-check: *{2}f1 = (0xfffffffffffffff8 + 305430536)[15:0]
# rtdyld-check: *{2}(f1 + 2) = 0x5a5a
# rtdyld-check: *{2}f2 = (0xfffffffffffffff8 + 305430536)[31:16]
# rtdyld-check: *{2}(f2 + 2) = 0x5a5a
# rtdyld-check: *{2}f3 = (0xfffffffffffffff8 + 305430536 + 0x8000)[31:16]
# rtdyld-check: *{2}(f3 + 2) = 0x5a5a
# rtdyld-check: *{4}f4 = (0xfffffffffffffff8 + 9)[31:0]
# rtdyld-check: *{4}(f4 + 4) = 0x5a5a5a5a
