# Branches to the word in front of the GOT, from which T is got: it is in memory of code, begins with BLRL, and T is behind that. GOT entries are behind T.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -map-section=bss_plt.o,.text=0x10001000 -map-section=bss_plt.o,.got=0x10020010 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -map-section=bss_plt.o,.text=0x12000000 -map-section=bss_plt.o,.got=0x10020010 -check=%s %o
	.globl	_GLOBAL_OFFSET_TABLE_, ext
	.text
local:	.reloc	., R_PPC_LOCAL24PC, _GLOBAL_OFFSET_TABLE_ - 4
	.long	0x48000001
load:	.reloc	.+2, R_PPC_GOT16, ext
	.long	0x809e0000
own:	.reloc	.+2, R_PPC_GOT16, local
	.long	0x809e0000
base:	.reloc	., R_PPC_REL32, _GLOBAL_OFFSET_TABLE_
	.long	0
# rtdyld-check: *{4}local = 0x48000001 + ((section_addr(bss_plt.o, .got) - local) & 0x3fffffc)
# rtdyld-check: *{4}(section_addr(bss_plt.o, .got)) = 0x4e800021
# rtdyld-check: *{4}(section_addr(bss_plt.o, .got) + 4 + (*{2}(load + 2))) = ext
# rtdyld-check: *{4}(section_addr(bss_plt.o, .got) + 4 + (*{2}(own + 2))) = local
# rtdyld-check: *{4}base = (section_addr(bss_plt.o, .got) + 4 - base)[31:0]
