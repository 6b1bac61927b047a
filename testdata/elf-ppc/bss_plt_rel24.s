# A branch to the GOT, but not to the code in front of it, is refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %o
# ERR: .text+0x0: R_PPC_REL24 (_GLOBAL_OFFSET_TABLE_) to _GLOBAL_OFFSET_TABLE_: not supported
	.globl	_GLOBAL_OFFSET_TABLE_
	.text
	.reloc	., R_PPC_REL24, _GLOBAL_OFFSET_TABLE_ + -8
	.long	0x48000001
