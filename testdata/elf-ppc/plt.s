# Calls without a PLT: both halves are those of the address of a GOT entry with S; the addend says which table's address is in the register that
# ADDIS adds to, and ADDIS adds nothing instead. Entries are shared with those of other references to the symbol.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC_COPY 119 R_PPC_PLTSEQ
# TYPE: R_PPC_GLOB_DAT 120 R_PPC_PLTCALL
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef1 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x32345020 -map-section=plt.o,.text=0x10010000 -map-section=plt.o,.got=0x32349018 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef1 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x32348020 -map-section=plt.o,.text=0x10010000 -map-section=plt.o,.got=0x32350000 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef1 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x32348020 -map-section=plt.o,.text=0x10010000 -map-section=plt.o,.got=0x32348000 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef1 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0xfffe5020 -map-section=plt.o,.text=0x10010000 -map-section=plt.o,.got=0xfffe7ffc -check=%s %o
	.globl	ext, nobody
	.weak	nobody
	.text
	.long	0x5a5a5a5a
ha:	.reloc	. + 2, R_PPC_PLT16_HA, ext + 32768
	.long	0x3d7eaaaa
	.long	0x5a5a5a5a
hi:	.reloc	. + 2, R_PPC_PLT16_HI, ext + 32772
	.long	0x3d7eaaaa
	.long	0x5a5a5a5a
lo:	.reloc	. + 2, R_PPC_PLT16_LO, ext + 32776
	.long	0x816baaaa
	.long	0x5a5a5a5a
ha_alone:	.reloc	. + 2, R_PPC_PLT16_HA, ext
	.long	0x3fe0aaaa
lo_alone:	.reloc	. + 2, R_PPC_PLT16_LO, ext
	.long	0x83ffaaaa
ha_weak:	.reloc	. + 2, R_PPC_PLT16_HA, nobody
	.long	0x3c1faaaa
lo_weak:	.reloc	. + 2, R_PPC_PLT16_LO, nobody
	.long	0x801faaaa
	.long	0x5a5a5a5a
got:	.reloc	. + 2, R_PPC_GOT16, ext
	.long	0x813eaaaa
	.long	0x5a5a5a5a
seq:	.reloc	., R_PPC_COPY, ext + 32768
	.long	0x7d6903a6
call:	.reloc	., R_PPC_GLOB_DAT, ext + 32768
	.long	0x4e800421
	.long	0x5a5a5a5a

# rtdyld-check: *{4}(ha - 4) = 0x5a5a5a5a
# rtdyld-check: *{4}ha = 0x3d600000 + (section_addr(plt.o, .got) + 0x8000)[31:16]
# rtdyld-check: *{4}(ha + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}hi = 0x3d600000 + section_addr(plt.o, .got)[31:16]
# rtdyld-check: *{4}(hi + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}lo = 0x816b0000 + section_addr(plt.o, .got)[15:0]
# rtdyld-check: *{4}(lo + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}(got + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}seq = 0x7d6903a6
# rtdyld-check: *{4}call = 0x4e800421
# rtdyld-check: *{4}(call + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}ha_alone = 0x3fe00000 + (section_addr(plt.o, .got) + 0x8000)[31:16]
# rtdyld-check: *{4}lo_alone = 0x83ff0000 + section_addr(plt.o, .got)[15:0]
# rtdyld-check: *{4}ha_weak = 0x3c000000 + (section_addr(plt.o, .got) + 4 + 0x8000)[31:16]
# rtdyld-check: *{4}lo_weak = 0x801f0000 + (section_addr(plt.o, .got) + 4)[15:0]
# rtdyld-check: *{4}(lo_weak + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}got = 0x813e0000 + (section_addr(plt.o, .got) - _GLOBAL_OFFSET_TABLE_)[15:0]
# rtdyld-check: *{4}(section_addr(plt.o, .got)) = ext
# rtdyld-check: *{4}(section_addr(plt.o, .got) + 4) = 0
