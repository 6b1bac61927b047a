# Distances of GOT entries from T, which is _GLOBAL_OFFSET_TABLE_: GOT16 of S + A; GOT_TLSGD16 of two words, the module and the offset in it less 0x8000; GOT_TLSLD16 of the module and 0;
# GOT_TPREL16 of the offset from the thread pointer, GOT_DTPREL16 of that in the module less 0x8000. Entries are shared by symbol and addend. TLS, TLSGD and TLSLD mark sequences.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d018 -map-section=got.o,.text=0x1001357c -map-section=got.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233e000 -map-section=got.o,.text=0x1001357c -map-section=got.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x32344ffd -map-section=got.o,.text=0x1001357c -map-section=got.o,.got=0x32345018 -check=%s %o
	.globl	ext, _GLOBAL_OFFSET_TABLE_
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.text
	.short	0x5a5a
got16:	.reloc	., R_PPC_GOT16, ext + 4
	.short	0xaaaa
	.short	0x5a5a
got16_again:	.reloc	., R_PPC_GOT16, ext + 4
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16:	.reloc	., R_PPC_GOT_TLSGD16, own + 8
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_again:	.reloc	., R_PPC_GOT_TLSGD16, own + 8
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16:	.reloc	., R_PPC_GOT_TLSLD16, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_again:	.reloc	., R_PPC_GOT_TLSLD16, own + 4
	.short	0xaaaa
	.short	0x5a5a
got_tprel16:	.reloc	., R_PPC_GOT_TPREL16, own + 16
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_again:	.reloc	., R_PPC_GOT_TPREL16, own + 16
	.short	0xaaaa
	.short	0x5a5a
base:	.reloc	., R_PPC_REL32, _GLOBAL_OFFSET_TABLE_
	.long	0
mark_tls:	.reloc	., R_PPC_TLS, own
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
mark_tlsgd:	.reloc	., R_PPC_TLSGD, own
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
mark_tlsld:	.reloc	., R_PPC_TLSLD, own
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
mark_none:	.reloc	., R_PPC_NONE, own
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
got_dtprel16:	.reloc	., R_PPC_GOT_DTPREL16, own + 12
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_again:	.reloc	., R_PPC_GOT_DTPREL16, own + 12
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{2}got16 = (section_addr(got.o, .got) + 8 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got16 + 2) = 0x5a5a
# rtdyld-check: *{2}got16_again = (section_addr(got.o, .got) + 8 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}got_tlsgd16 = (section_addr(got.o, .got) + 12 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_tlsgd16 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_again = (section_addr(got.o, .got) + 12 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}got_tlsld16 = (section_addr(got.o, .got) + 4 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_tlsld16 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_again = (section_addr(got.o, .got) + 4 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}got_tprel16 = (section_addr(got.o, .got) + 20 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_tprel16 + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_again = (section_addr(got.o, .got) + 20 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{4}(section_addr(got.o, .got) + 0) = 1
# rtdyld-check: *{4}(section_addr(got.o, .got) + 4) = 0
# rtdyld-check: *{4}(section_addr(got.o, .got) + 8) = ext + 4
# rtdyld-check: *{4}(section_addr(got.o, .got) + 12) = 1
# rtdyld-check: *{4}(section_addr(got.o, .got) + 16) = 0xffff8010
# rtdyld-check: *{4}(section_addr(got.o, .got) + 20) = 0xfffffff8
# rtdyld-check: *{4}base = (_GLOBAL_OFFSET_TABLE_ - base)[31:0]
# rtdyld-check: *{4}mark_tls = 0xa5a5a5a5
# rtdyld-check: *{4}(mark_tls + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}mark_tlsgd = 0xa5a5a5a5
# rtdyld-check: *{4}(mark_tlsgd + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}mark_tlsld = 0xa5a5a5a5
# rtdyld-check: *{4}(mark_tlsld + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}mark_none = 0xa5a5a5a5
# rtdyld-check: *{4}(mark_none + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}got_dtprel16 = (section_addr(got.o, .got) + 24 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_dtprel16 + 2) = 0x5a5a
# rtdyld-check: *{2}got_dtprel16_again = (section_addr(got.o, .got) + 24 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{4}(section_addr(got.o, .got) + 24) = 0xffff8014
