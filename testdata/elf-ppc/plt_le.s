# Calls without a PLT in little-endian objects, where the halfword that a relocation names is the first one of ADDIS.
# TRIPLE: powerpcle-linux-gnu
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpcle-linux-gnu -dummy-extern=ext=0x9abcdef0 -map-section=plt_le.o,.text=0x10010000 -map-section=plt_le.o,.got=0x32349018 -check=%s %o
	.globl	ext
	.text
ha:	.reloc	., R_PPC_PLT16_HA, ext + 32768
	.long	0x3d7eaaaa
lo:	.reloc	., R_PPC_PLT16_LO, ext + 32768
	.long	0x816baaaa
	.long	0x5a5a5a5a

# rtdyld-check: *{4}ha = 0x3d603235
# rtdyld-check: *{4}lo = 0x816b9018
# rtdyld-check: *{4}(lo + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}(section_addr(plt_le.o, .got)) = ext
