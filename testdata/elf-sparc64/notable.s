# _GLOBAL_OFFSET_TABLE_ of an object that has no GOT: what __sparc_get_pc_thunk adds to the PC is
# SETHI's, without a sign, so that the name is that of the object's end.
# llvm: no it has no relocations of SPARC
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -map-section=notable.o,.text=0x234567000 -map-section=notable.o,.data=0x234569000 -check=%s %o
	.globl	_GLOBAL_OFFSET_TABLE_
	.text
	.long	0xa5a5a5a5
high:	.reloc	., R_SPARC_PC22, _GLOBAL_OFFSET_TABLE_ - 4
	.long	0x2f000000
	nop
low:	.reloc	., R_SPARC_PC10, _GLOBAL_OFFSET_TABLE_ + 4
	.long	0xae05e000
	.data
	.quad	0

# rtdyld-check: *{4}high = 0x2f000000 + (section_addr(notable.o, .data) + 8 - 4 - high)[31:10]
# rtdyld-check: *{4}low = 0xae05e000 + (section_addr(notable.o, .data) + 8 + 4 - low)[9:0]
