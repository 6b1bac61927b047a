# What takes addresses and offsets of an object's own symbols, so that those of their sections are not taken for them.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=own.o,.text=0x10000000 -map-section=own.o,.low=0x1240 -map-section=own.o,.far=0x9abcdef0 -map-section=own.o,.tdata=0x51231230 -check=%s %o
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
f0:	.reloc	., R_PPC_ADDR32, near + 9
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
f1:	.reloc	., R_PPC_ADDR24, near + 8
	.long	0x48000002
f2:	.reloc	., R_PPC_ADDR16, near + 9
	.short	0xaaaa
	.short	0x5a5a
f3:	.reloc	., R_PPC_ADDR14, near + 8
	.long	0x41820002
f4:	.reloc	., R_PPC_UADDR32, near + 9
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
f5:	.reloc	., R_PPC_UADDR16, near + 9
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{4}f0 = (near + 9)[31:0]
# rtdyld-check: *{4}(f0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}f1 = 0x48000002 + ((near + 8) & 0x3fffffc)
# rtdyld-check: *{2}f2 = (near + 9)[15:0]
# rtdyld-check: *{2}(f2 + 2) = 0x5a5a
# rtdyld-check: *{4}f3 = 0x41820002 + ((near + 8) & 0xfffc)
# rtdyld-check: *{4}f4 = (near + 9)[31:0]
# rtdyld-check: *{4}(f4 + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}f5 = (near + 9)[15:0]
# rtdyld-check: *{2}(f5 + 2) = 0x5a5a
