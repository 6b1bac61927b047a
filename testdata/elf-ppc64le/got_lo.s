# Low parts of the distances from T to GOT entries.
# R_PPC64_GOT16 and PLT16 of S + A; GOT_TLSGD16 of two words, the module and the offset in it less 0x8000; GOT_TLSLD16 of the module and 0; GOT_TPREL16 of the offset
# from the thread pointer, GOT_DTPREL16 of that in the module less 0x8000. Entries are shared by symbol and addend. T counts from .toc, which is before the GOT here.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 60 R_PPC64_PLT16_LO_DS
# TYPE: R_PPC64_GLOB_DAT 29 R_PPC64_PLT16_LO
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_lo.o,.text=0x10000000 -map-section=got_lo.o,.toc=0x200000010 -map-section=got_lo.o,.got=0x323450018 -check=%s %o
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
got16_lo_0:	.reloc	., R_PPC64_GOT16_LO, ext + 8
	.short	0xaaaa
	.short	0x5a5a
got16_lo_ds_1:	.reloc	., R_PPC64_GOT16_LO_DS, ext + 16
	.short	0xa5a6
	.short	0x5a5a
got16_lo_2:	.reloc	., R_PPC64_GOT16_LO, ext + 8
	.short	0xaaaa
	.short	0x5a5a
plt16_lo_3:	.reloc	., R_PPC64_GLOB_DAT, ext + 24
	.short	0xaaaa
	.short	0x5a5a
plt16_lo_ds_4:	.reloc	., R_PPC64_COPY, ext + 32
	.short	0xa5a6
	.short	0x5a5a
got_tlsgd16_lo_5:	.reloc	., R_PPC64_GOT_TLSGD16_LO, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_lo_6:	.reloc	., R_PPC64_GOT_TLSLD16_LO, own
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_lo_ds_7:	.reloc	., R_PPC64_GOT_TPREL16_LO_DS, own + 4
	.short	0xa5a6
	.short	0x5a5a
got_dtprel16_lo_ds_8:	.reloc	., R_PPC64_GOT_DTPREL16_LO_DS, own + 4
	.short	0xa5a6
	.short	0x5a5a
got_dtprel16_lo_ds_9:	.reloc	., R_PPC64_GOT_DTPREL16_LO_DS, own + 4
	.short	0xa5a6
	.short	0x5a5a

# rtdyld-check: *{2}got16_lo_0 = 0x8018
# rtdyld-check: *{2}(got16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}got16_lo_ds_1 = 0x8022
# rtdyld-check: *{2}(got16_lo_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}got16_lo_2 = 0x8018
# rtdyld-check: *{2}(got16_lo_2 + 2) = 0x5a5a
# rtdyld-check: *{2}plt16_lo_3 = 0x8028
# rtdyld-check: *{2}(plt16_lo_3 + 2) = 0x5a5a
# rtdyld-check: *{2}plt16_lo_ds_4 = 0x8032
# rtdyld-check: *{2}(plt16_lo_ds_4 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_lo_5 = 0x8038
# rtdyld-check: *{2}(got_tlsgd16_lo_5 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_lo_6 = 0x8008
# rtdyld-check: *{2}(got_tlsld16_lo_6 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_lo_ds_7 = 0x804a
# rtdyld-check: *{2}(got_tprel16_lo_ds_7 + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 0) = 1
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 8) = 0
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 16) = ext + 8
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 24) = ext + 16
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 32) = ext + 24
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 40) = ext + 32
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 48) = 1
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 56) = (8 + 4 - 0x8000)
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 64) = (8 + 4 - 32)
# rtdyld-check: *{2}got_dtprel16_lo_ds_8 = 0x8052
# rtdyld-check: *{2}(got_dtprel16_lo_ds_8 + 2) = 0x5a5a
# rtdyld-check: *{2}got_dtprel16_lo_ds_9 = 0x8052
# rtdyld-check: *{2}(got_dtprel16_lo_ds_9 + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got_lo.o, .got) + 72) = (8 + 4 - 0x8000)
