# What takes addresses and offsets of an object's own symbols, so that those of their sections are not taken for them.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=own_dtprel.o,.text=0x10000000 -map-section=own_dtprel.o,.low=0x1240 -map-section=own_dtprel.o,.far=0x123456789abcdef0 -map-section=own_dtprel.o,.tdata=0x5123456789ab1230 -check=%s %o
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
f0:	.reloc	., R_PPC64_DTPMOD64, own + 0
	.quad	0
f1:	.reloc	., R_PPC64_DTPREL64, own + 9
	.quad	0xaaaaaaaaaaaaaaaa
	.quad	0x5a5a5a5a5a5a5a5a
f2:	.reloc	., R_PPC64_DTPREL16_LO, own + 9
	.short	0xaaaa
	.short	0x5a5a
f3:	.reloc	., R_PPC64_DTPREL16_HIGHER, own + 0x1234567900007fec
	.short	0xaaaa
	.short	0x5a5a
f4:	.reloc	., R_PPC64_DTPREL16_HIGHERA, own + 0x12345678ffffffec
	.short	0xaaaa
	.short	0x5a5a
f5:	.reloc	., R_PPC64_DTPREL16_HIGHEST, own + 0x1235000000007fec
	.short	0xaaaa
	.short	0x5a5a
f6:	.reloc	., R_PPC64_DTPREL16_HIGHESTA, own + 0x1234ffffffffffec
	.short	0xaaaa
	.short	0x5a5a
f7:	.reloc	., R_PPC64_DTPREL16_HIGH, own + 0x56797fec
	.short	0xaaaa
	.short	0x5a5a
f8:	.reloc	., R_PPC64_DTPREL16_HIGHA, own + 0x5678ffec
	.short	0xaaaa
	.short	0x5a5a
f9:	.reloc	., R_PPC64_DTPREL16_DS, own + 16
	.long	0xf4050009
f10:	.reloc	., R_PPC64_DTPREL16_LO_DS, own + 305430544
	.long	0xf4050009

# rtdyld-check: *{8}f0 = 1
# rtdyld-check: *{8}f1 = 0xffffffffffff8010 + 9
# rtdyld-check: *{8}(f1 + 8) = 0x5a5a5a5a5a5a5a5a
# rtdyld-check: *{2}f2 = (0xffffffffffff8010 + 9)[15:0]
# rtdyld-check: *{2}(f2 + 2) = 0x5a5a
# rtdyld-check: *{2}f3 = (0xffffffffffff8010 + 0x1234567900007fec)[47:32]
# rtdyld-check: *{2}(f3 + 2) = 0x5a5a
# rtdyld-check: *{2}f4 = (0xffffffffffff8010 + 0x12345678ffffffec + 0x8000)[47:32]
# rtdyld-check: *{2}(f4 + 2) = 0x5a5a
# rtdyld-check: *{2}f5 = (0xffffffffffff8010 + 0x1235000000007fec)[63:48]
# rtdyld-check: *{2}(f5 + 2) = 0x5a5a
# rtdyld-check: *{2}f6 = (0xffffffffffff8010 + 0x1234ffffffffffec + 0x8000)[63:48]
# rtdyld-check: *{2}(f6 + 2) = 0x5a5a
# rtdyld-check: *{2}f7 = (0xffffffffffff8010 + 0x56797fec)[31:16]
# rtdyld-check: *{2}(f7 + 2) = 0x5a5a
# rtdyld-check: *{2}f8 = (0xffffffffffff8010 + 0x5678ffec + 0x8000)[31:16]
# rtdyld-check: *{2}(f8 + 2) = 0x5a5a
# rtdyld-check: *{4}f9 = 0xf4050009 + ((0xffffffffffff8010 + 16) & 0xfff0)
# rtdyld-check: *{4}f10 = 0xf4050009 + ((0xffffffffffff8010 + 305430544) & 0xfff0)
