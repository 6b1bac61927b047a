# A branch to the code in front of the GOT whose addend is about the PLT is refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %o
# ERR: .text+0x0: R_PPC_PLTREL24 (_GLOBAL_OFFSET_TABLE_-4) to _GLOBAL_OFFSET_TABLE_: not supported
	.globl	_GLOBAL_OFFSET_TABLE_
	.text
	.reloc	., R_PPC_PLTREL24, _GLOBAL_OFFSET_TABLE_ + -4
	.long	0x48000001
