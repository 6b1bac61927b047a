# A call to another T without a nop behind it is refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -check=%s %o
# ERR: R_PPC64_REL24 to ext: what it branches to may have another base of its table, and there is no nop behind it to restore r2
	.globl	ext
	.text
	.reloc	., R_PPC64_REL24, ext
	.long	0x48000001
	.long	0x7c0802a6
