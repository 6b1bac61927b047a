# What takes addresses and offsets of an object's own symbols, so that those of their sections are not taken for them.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 24 R_PPC64_UADDR32
# TYPE: R_PPC64_GLOB_DAT 25 R_PPC64_UADDR16
# TYPE: R_PPC64_JMP_SLOT 43 R_PPC64_UADDR64
# TYPE: R_PPC64_RELATIVE 128 R_PPC64_D34
# TYPE: R_PPC64_IRELATIVE 129 R_PPC64_D34_LO
# TYPE: R_PPC64_GOT16 130 R_PPC64_D34_HI30
# TYPE: R_PPC64_GOT16_LO 131 R_PPC64_D34_HA30
# TYPE: R_PPC64_GOT16_HI 136 R_PPC64_ADDR16_HIGHER34
# TYPE: R_PPC64_GOT16_HA 137 R_PPC64_ADDR16_HIGHERA34
# TYPE: R_PPC64_TOC16 138 R_PPC64_ADDR16_HIGHEST34
# TYPE: R_PPC64_TOC16_LO 139 R_PPC64_ADDR16_HIGHESTA34
# TYPE: R_PPC64_TOC16_HI 144 R_PPC64_D28
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=own.o,.text=0x10000000 -map-section=own.o,.low=0x1240 -map-section=own.o,.far=0x123456789abcdef0 -check=%s %o
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
f0:	.reloc	., R_PPC64_ADDR32, near + 8
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
f1:	.reloc	., R_PPC64_ADDR24, near + 8
	.long	0x48000002
f2:	.reloc	., R_PPC64_ADDR16, near + 9
	.short	0xaaaa
	.short	0x5a5a
f3:	.reloc	., R_PPC64_ADDR14, near + 8
	.long	0x41820002
f4:	.reloc	., R_PPC64_COPY, near + 9
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
f5:	.reloc	., R_PPC64_GLOB_DAT, near + 9
	.short	0xaaaa
	.short	0x5a5a
f6:	.reloc	., R_PPC64_ADDR16_HIGHER, there + 9
	.short	0xaaaa
	.short	0x5a5a
f7:	.reloc	., R_PPC64_ADDR16_HIGHERA, there + 9
	.short	0xaaaa
	.short	0x5a5a
f8:	.reloc	., R_PPC64_ADDR16_HIGHEST, there + 9
	.short	0xaaaa
	.short	0x5a5a
f9:	.reloc	., R_PPC64_ADDR16_HIGHESTA, there + 9
	.short	0xaaaa
	.short	0x5a5a
f10:	.reloc	., R_PPC64_JMP_SLOT, there + 9
	.quad	0xaaaaaaaaaaaaaaaa
	.quad	0x5a5a5a5a5a5a5a5a
f11:	.reloc	., R_PPC64_ADDR16_DS, near + 8
	.short	0xaaaa
	.short	0x5a5a
f12:	.reloc	., R_PPC64_ADDR16_HIGH, there + 9
	.short	0xaaaa
	.short	0x5a5a
	.balign	8
f13:	.reloc	., R_PPC64_RELATIVE, near + 9
	.long	0x06000000, 0x38600000
	.balign	8
f14:	.reloc	., R_PPC64_IRELATIVE, there + 9
	.long	0x06000000, 0x38600000
	.balign	8
f15:	.reloc	., R_PPC64_GOT16, there + 9
	.long	0x06000000, 0x38600000
	.balign	8
f16:	.reloc	., R_PPC64_GOT16_LO, there + 9
	.long	0x06000000, 0x38600000
f17:	.reloc	., R_PPC64_GOT16_HI, there + 9
	.short	0xaaaa
	.short	0x5a5a
f18:	.reloc	., R_PPC64_GOT16_HA, there + 9
	.short	0xaaaa
	.short	0x5a5a
f19:	.reloc	., R_PPC64_TOC16, there + 9
	.short	0xaaaa
	.short	0x5a5a
f20:	.reloc	., R_PPC64_TOC16_LO, there + 9
	.short	0xaaaa
	.short	0x5a5a
	.balign	8
f21:	.reloc	., R_PPC64_TOC16_HI, near + 9
	.long	0x06000000, 0x38600000
f22:	.reloc	., R_PPC64_ADDR16_DS, near + 16
	.long	0xf4050009
f23:	.reloc	., R_PPC64_ADDR16_LO_DS, there + 16
	.long	0xf4050009

# rtdyld-check: *{4}f0 = (near + 8)[31:0]
# rtdyld-check: *{4}(f0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}f1 = 0x48000002 + ((near + 8) & 0x3fffffc)
# rtdyld-check: *{2}f2 = (near + 9)[15:0]
# rtdyld-check: *{2}(f2 + 2) = 0x5a5a
# rtdyld-check: *{4}f3 = 0x41820002 + ((near + 8) & 0xfffc)
# rtdyld-check: *{4}f4 = (near + 9)[31:0]
# rtdyld-check: *{4}(f4 + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}f5 = (near + 9)[15:0]
# rtdyld-check: *{2}(f5 + 2) = 0x5a5a
# rtdyld-check: *{2}f6 = (there + 9)[47:32]
# rtdyld-check: *{2}(f6 + 2) = 0x5a5a
# rtdyld-check: *{2}f7 = (there + 9 + 0x8000)[47:32]
# rtdyld-check: *{2}(f7 + 2) = 0x5a5a
# rtdyld-check: *{2}f8 = (there + 9)[63:48]
# rtdyld-check: *{2}(f8 + 2) = 0x5a5a
# rtdyld-check: *{2}f9 = (there + 9 + 0x8000)[63:48]
# rtdyld-check: *{2}(f9 + 2) = 0x5a5a
# rtdyld-check: *{8}f10 = there + 9
# rtdyld-check: *{8}(f10 + 8) = 0x5a5a5a5a5a5a5a5a
# rtdyld-check: *{2}f11 = ((near + 8) & 0xfffc) + 2
# rtdyld-check: *{2}(f11 + 2) = 0x5a5a
# rtdyld-check: *{2}f12 = (there + 9)[31:16]
# rtdyld-check: *{2}(f12 + 2) = 0x5a5a
# rtdyld-check: *{4}f13 = 0x06000000 + (near + 9)[33:16]
# rtdyld-check: *{4}(f13 + 4) = 0x38600000 + (near + 9)[15:0]
# rtdyld-check: *{4}f14 = 0x06000000 + (there + 9)[33:16]
# rtdyld-check: *{4}(f14 + 4) = 0x38600000 + (there + 9)[15:0]
# rtdyld-check: *{4}f15 = 0x06000000 + ((there + 9) >> 34)[29:16]
# rtdyld-check: *{4}(f15 + 4) = 0x38600000 + ((there + 9) >> 34)[15:0]
# rtdyld-check: *{4}f16 = 0x06000000 + ((there + 9 + 0x200000000) >> 34)[29:16]
# rtdyld-check: *{4}(f16 + 4) = 0x38600000 + ((there + 9 + 0x200000000) >> 34)[15:0]
# rtdyld-check: *{2}f17 = (there + 9)[49:34]
# rtdyld-check: *{2}(f17 + 2) = 0x5a5a
# rtdyld-check: *{2}f18 = (there + 9 + 0x200000000)[49:34]
# rtdyld-check: *{2}(f18 + 2) = 0x5a5a
# rtdyld-check: *{2}f19 = (there + 9)[63:50]
# rtdyld-check: *{2}(f19 + 2) = 0x5a5a
# rtdyld-check: *{2}f20 = (there + 9 + 0x200000000)[63:50]
# rtdyld-check: *{2}(f20 + 2) = 0x5a5a
# rtdyld-check: *{4}f21 = 0x06000000 + (near + 9)[27:16]
# rtdyld-check: *{4}(f21 + 4) = 0x38600000 + (near + 9)[15:0]
# rtdyld-check: *{4}f22 = 0xf4050009 + ((near + 16) & 0xfff0)
# rtdyld-check: *{4}f23 = 0xf4050009 + ((there + 16) & 0xfff0)
