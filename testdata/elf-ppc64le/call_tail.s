# A branch to what is elsewhere that does not come back is refused: r2 cannot be restored.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=call_tail.o,.text=0x10000000 %o
# ERR: .text+0x0: R_PPC64_REL24 to ext: what it branches to may have another base of its table, and there is no nop behind it to restore r2
	.globl	ext
	.text
	.reloc	., R_PPC64_REL24, ext
	.long	0x48000000
	.long	0x60000000
