# Upper parts of the distances from T to GOT entries.
# R_PPC64_GOT16 and PLT16 of S + A; GOT_TLSGD16 of two words, the module and the offset in it less 0x8000; GOT_TLSLD16 of the module and 0; GOT_TPREL16 of the offset
# from the thread pointer, GOT_DTPREL16 of that in the module less 0x8000. Entries are shared by symbol and addend. T counts from .toc, which is before the GOT here.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 30 R_PPC64_PLT16_HI
# TYPE: R_PPC64_GLOB_DAT 31 R_PPC64_PLT16_HA
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_hi.o,.text=0x10000000 -map-section=got_hi.o,.toc=0x311110110 -map-section=got_hi.o,.got=0x323450018 -check=%s %o
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
got16_hi_0:	.reloc	., R_PPC64_GOT16_HI, ext + 8
	.short	0xaaaa
	.short	0x5a5a
got16_ha_1:	.reloc	., R_PPC64_GOT16_HA, ext + 16
	.short	0xaaaa
	.short	0x5a5a
plt16_hi_2:	.reloc	., R_PPC64_COPY, ext + 24
	.short	0xaaaa
	.short	0x5a5a
plt16_ha_3:	.reloc	., R_PPC64_GLOB_DAT, ext + 32
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_hi_4:	.reloc	., R_PPC64_GOT_TLSGD16_HI, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_ha_5:	.reloc	., R_PPC64_GOT_TLSGD16_HA, own + 12
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_hi_6:	.reloc	., R_PPC64_GOT_TLSLD16_HI, own
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_ha_7:	.reloc	., R_PPC64_GOT_TLSLD16_HA, own
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_hi_8:	.reloc	., R_PPC64_GOT_TPREL16_HI, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_ha_9:	.reloc	., R_PPC64_GOT_TPREL16_HA, own + 12
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_hi_10:	.reloc	., R_PPC64_GOT_DTPREL16_HI, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_ha_11:	.reloc	., R_PPC64_GOT_DTPREL16_HA, own + 12
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{2}got16_hi_0 = 0x1233
# rtdyld-check: *{2}(got16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}got16_ha_1 = 0x1233
# rtdyld-check: *{2}(got16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}plt16_hi_2 = 0x1233
# rtdyld-check: *{2}(plt16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}plt16_ha_3 = 0x1233
# rtdyld-check: *{2}(plt16_ha_3 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_hi_4 = 0x1233
# rtdyld-check: *{2}(got_tlsgd16_hi_4 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_ha_5 = 0x1233
# rtdyld-check: *{2}(got_tlsgd16_ha_5 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_hi_6 = 0x1233
# rtdyld-check: *{2}(got_tlsld16_hi_6 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_ha_7 = 0x1233
# rtdyld-check: *{2}(got_tlsld16_ha_7 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_hi_8 = 0x1233
# rtdyld-check: *{2}(got_tprel16_hi_8 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_ha_9 = 0x1233
# rtdyld-check: *{2}(got_tprel16_ha_9 + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 0) = 1
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 8) = 0
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 16) = ext + 8
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 24) = ext + 16
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 32) = ext + 24
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 40) = ext + 32
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 48) = 1
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 56) = (8 + 4 - 0x8000)
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 64) = 1
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 72) = (8 + 12 - 0x8000)
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 80) = (8 + 4 - 32)
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 88) = (8 + 12 - 32)
# rtdyld-check: *{2}got_dtprel16_hi_10 = 0x1233
# rtdyld-check: *{2}(got_dtprel16_hi_10 + 2) = 0x5a5a
# rtdyld-check: *{2}got_dtprel16_ha_11 = 0x1233
# rtdyld-check: *{2}(got_dtprel16_ha_11 + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 96) = (8 + 4 - 0x8000)
# rtdyld-check: *{8}(section_addr(got_hi.o, .got) + 104) = (8 + 12 - 0x8000)
