# Distances of 16 bits from T to GOT entries.
# R_PPC64_GOT16 and PLT16 of S + A; GOT_TLSGD16 of two words, the module and the offset in it less 0x8000; GOT_TLSLD16 of the module and 0; GOT_TPREL16 of the offset
# from the thread pointer, GOT_DTPREL16 of that in the module less 0x8000. Entries are shared by symbol and addend. T counts from .toc, which is before the GOT here.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got.o,.text=0x10000000 -map-section=got.o,.toc=0x323447210 -map-section=got.o,.got=0x323450018 -check=%s %o
	.globl	ext
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.section .toc,"aw",@progbits
	.quad	0
	.text
	.short	0x5a5a
got16_0:	.reloc	., R_PPC64_GOT16, ext + 8
	.short	0xaaaa
	.short	0x5a5a
got16_ds_1:	.reloc	., R_PPC64_GOT16_DS, ext + 16
	.short	0xa5a6
	.short	0x5a5a
got_tlsgd16_2:	.reloc	., R_PPC64_GOT_TLSGD16, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_3:	.reloc	., R_PPC64_GOT_TLSLD16, own
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_ds_4:	.reloc	., R_PPC64_GOT_TPREL16_DS, own + 4
	.short	0xa5a6
	.short	0x5a5a
got_dtprel16_ds_5:	.reloc	., R_PPC64_GOT_DTPREL16_DS, own + 4
	.short	0xa5a6
	.short	0x5a5a

# rtdyld-check: *{2}got16_0 = 0xe18
# rtdyld-check: *{2}(got16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}got16_ds_1 = 0xe22
# rtdyld-check: *{2}(got16_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_2 = 0xe28
# rtdyld-check: *{2}(got_tlsgd16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_3 = 0xe08
# rtdyld-check: *{2}(got_tlsld16_3 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_ds_4 = 0xe3a
# rtdyld-check: *{2}(got_tprel16_ds_4 + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got.o, .got) + 0) = 1
# rtdyld-check: *{8}(section_addr(got.o, .got) + 8) = 0
# rtdyld-check: *{8}(section_addr(got.o, .got) + 16) = ext + 8
# rtdyld-check: *{8}(section_addr(got.o, .got) + 24) = ext + 16
# rtdyld-check: *{8}(section_addr(got.o, .got) + 32) = 1
# rtdyld-check: *{8}(section_addr(got.o, .got) + 40) = (8 + 4 - 0x8000)
# rtdyld-check: *{8}(section_addr(got.o, .got) + 48) = (8 + 4 - 32)
# rtdyld-check: *{2}got_dtprel16_ds_5 = 0xe42
# rtdyld-check: *{2}(got_dtprel16_ds_5 + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got.o, .got) + 56) = (8 + 4 - 0x8000)
