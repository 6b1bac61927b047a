# Halves of the distances of GOT entries from T, which is _GLOBAL_OFFSET_TABLE_: GOT16 of S + A; GOT_TLSGD16 of two words, the module and the offset in it less 0x8000; GOT_TLSLD16 of the module and 0;
# GOT_TPREL16 of the offset from the thread pointer, GOT_DTPREL16 of that in the module less 0x8000. Entries are shared by symbol and addend.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fff5021 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x20005020 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd025 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd024 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fff502d -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x2000502c -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd035 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd034 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fff5045 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x20005044 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd049 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd048 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x4233e038 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0xb234c018 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0xc4694014 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x2122501d -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x2123501c -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x21235015 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x21235014 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fff5051 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x20005050 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd055 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1fffd054 -map-section=got_hi.o,.text=0x1001357c -map-section=got_hi.o,.got=0x32345018 -check=%s %o
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
got16_hi:	.reloc	., R_PPC_GOT16_HI, ext + 4
	.short	0xaaaa
	.short	0x5a5a
got16_hi_again:	.reloc	., R_PPC_GOT16_HI, ext + 4
	.short	0xaaaa
	.short	0x5a5a
got16_ha:	.reloc	., R_PPC_GOT16_HA, ext + 8
	.short	0xaaaa
	.short	0x5a5a
got16_ha_again:	.reloc	., R_PPC_GOT16_HA, ext + 8
	.short	0xaaaa
	.short	0x5a5a
got16_lo:	.reloc	., R_PPC_GOT16_LO, ext + 12
	.short	0xaaaa
	.short	0x5a5a
got16_lo_again:	.reloc	., R_PPC_GOT16_LO, ext + 12
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_hi:	.reloc	., R_PPC_GOT_TLSGD16_HI, own + 16
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_hi_again:	.reloc	., R_PPC_GOT_TLSGD16_HI, own + 16
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_ha:	.reloc	., R_PPC_GOT_TLSGD16_HA, own + 20
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_ha_again:	.reloc	., R_PPC_GOT_TLSGD16_HA, own + 20
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_lo:	.reloc	., R_PPC_GOT_TLSGD16_LO, own + 24
	.short	0xaaaa
	.short	0x5a5a
got_tlsgd16_lo_again:	.reloc	., R_PPC_GOT_TLSGD16_LO, own + 24
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_hi:	.reloc	., R_PPC_GOT_TLSLD16_HI, own + 305397764
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_hi_again:	.reloc	., R_PPC_GOT_TLSLD16_HI, own + 305397764
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_ha:	.reloc	., R_PPC_GOT_TLSLD16_HA, own + 305430524
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_ha_again:	.reloc	., R_PPC_GOT_TLSLD16_HA, own + 305430524
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_lo:	.reloc	., R_PPC_GOT_TLSLD16_LO, own + 8
	.short	0xaaaa
	.short	0x5a5a
got_tlsld16_lo_again:	.reloc	., R_PPC_GOT_TLSLD16_LO, own + 8
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_hi:	.reloc	., R_PPC_GOT_TPREL16_HI, own + 40
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_hi_again:	.reloc	., R_PPC_GOT_TPREL16_HI, own + 40
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_ha:	.reloc	., R_PPC_GOT_TPREL16_HA, own + 44
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_ha_again:	.reloc	., R_PPC_GOT_TPREL16_HA, own + 44
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_lo:	.reloc	., R_PPC_GOT_TPREL16_LO, own + 48
	.short	0xaaaa
	.short	0x5a5a
got_tprel16_lo_again:	.reloc	., R_PPC_GOT_TPREL16_LO, own + 48
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_hi:	.reloc	., R_PPC_GOT_DTPREL16_HI, own + 8
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_hi_again:	.reloc	., R_PPC_GOT_DTPREL16_HI, own + 8
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_ha:	.reloc	., R_PPC_GOT_DTPREL16_HA, own + 52
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_ha_again:	.reloc	., R_PPC_GOT_DTPREL16_HA, own + 52
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_lo:	.reloc	., R_PPC_GOT_DTPREL16_LO, own + 56
	.short	0xaaaa
	.short	0x5a5a
got_dtprel16_lo_again:	.reloc	., R_PPC_GOT_DTPREL16_LO, own + 56
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{2}got16_hi = (section_addr(got_hi.o, .got) + 8 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}(got16_hi + 2) = 0x5a5a
# rtdyld-check: *{2}got16_hi_again = (section_addr(got_hi.o, .got) + 8 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}got16_ha = (section_addr(got_hi.o, .got) + 12 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}(got16_ha + 2) = 0x5a5a
# rtdyld-check: *{2}got16_ha_again = (section_addr(got_hi.o, .got) + 12 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}got16_lo = (section_addr(got_hi.o, .got) + 16 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got16_lo + 2) = 0x5a5a
# rtdyld-check: *{2}got16_lo_again = (section_addr(got_hi.o, .got) + 16 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}got_tlsgd16_hi = (section_addr(got_hi.o, .got) + 20 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}(got_tlsgd16_hi + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_hi_again = (section_addr(got_hi.o, .got) + 20 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}got_tlsgd16_ha = (section_addr(got_hi.o, .got) + 28 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}(got_tlsgd16_ha + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_ha_again = (section_addr(got_hi.o, .got) + 28 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}got_tlsgd16_lo = (section_addr(got_hi.o, .got) + 36 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_tlsgd16_lo + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsgd16_lo_again = (section_addr(got_hi.o, .got) + 36 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}got_tlsld16_hi = (section_addr(got_hi.o, .got) + 305397764 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}(got_tlsld16_hi + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_hi_again = (section_addr(got_hi.o, .got) + 305397764 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}got_tlsld16_ha = (section_addr(got_hi.o, .got) + 305430524 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}(got_tlsld16_ha + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_ha_again = (section_addr(got_hi.o, .got) + 305430524 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}got_tlsld16_lo = (section_addr(got_hi.o, .got) + 8 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_tlsld16_lo + 2) = 0x5a5a
# rtdyld-check: *{2}got_tlsld16_lo_again = (section_addr(got_hi.o, .got) + 8 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}got_tprel16_hi = (section_addr(got_hi.o, .got) + 44 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}(got_tprel16_hi + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_hi_again = (section_addr(got_hi.o, .got) + 44 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}got_tprel16_ha = (section_addr(got_hi.o, .got) + 48 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}(got_tprel16_ha + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_ha_again = (section_addr(got_hi.o, .got) + 48 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}got_tprel16_lo = (section_addr(got_hi.o, .got) + 52 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_tprel16_lo + 2) = 0x5a5a
# rtdyld-check: *{2}got_tprel16_lo_again = (section_addr(got_hi.o, .got) + 52 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 0) = 1
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 4) = 0
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 8) = ext + 4
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 12) = ext + 8
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 16) = ext + 12
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 20) = 1
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 24) = 0xffff8018
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 28) = 1
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 32) = 0xffff801c
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 36) = 1
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 40) = 0xffff8020
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 44) = 0x10
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 48) = 0x14
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 52) = 0x18
# rtdyld-check: *{2}got_dtprel16_hi = (section_addr(got_hi.o, .got) + 56 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}(got_dtprel16_hi + 2) = 0x5a5a
# rtdyld-check: *{2}got_dtprel16_hi_again = (section_addr(got_hi.o, .got) + 56 - _GLOBAL_OFFSET_TABLE_)[31:16]
# rtdyld-check: *{2}got_dtprel16_ha = (section_addr(got_hi.o, .got) + 60 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}(got_dtprel16_ha + 2) = 0x5a5a
# rtdyld-check: *{2}got_dtprel16_ha_again = (section_addr(got_hi.o, .got) + 60 - _GLOBAL_OFFSET_TABLE_ + 0x8000)[31:16]
# rtdyld-check: *{2}got_dtprel16_lo = (section_addr(got_hi.o, .got) + 64 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{2}(got_dtprel16_lo + 2) = 0x5a5a
# rtdyld-check: *{2}got_dtprel16_lo_again = (section_addr(got_hi.o, .got) + 64 - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 56) = 0xffff8010
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 60) = 0xffff803c
# rtdyld-check: *{4}(section_addr(got_hi.o, .got) + 64) = 0xffff8040
