# The upper half of a PLT entry's address in what is not ADDIS: which register has which table's address is not known.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %o
# ERR: .text+0x2: R_PPC_PLT16_HA to ext: not supported
	.globl	ext
	.text
	.reloc	. + 2, R_PPC_PLT16_HA, ext
	.long	0x657eaaaa
	.reloc	. + 2, R_PPC_PLT16_HI, ext
	.long	0x657eaaaa
