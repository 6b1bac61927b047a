# Nothing is behind a stub.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=call_behind.o,.text=0x10000000 %o
# ERR: .text+0x0: R_PPC64_REL24_NOTOC to ext: 
	.globl	ext
	.text
	.reloc	., R_PPC64_REL24_NOTOC, ext + 4
	.long	0x48000001
