# R_390_PLT12DBL out of reach: stubs are so, too, behind a page of code.
# layout: default RuntimeDyld has no such stubs
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=far=0x7fff12345678 -map-section=call_short.o,.text=0x234567000 %o
# ERR: .text+0x1: R_390_PLT12DBL to far: 0x2000 does not fit signed 13
	.globl	far
	.text
	.reloc	. + 1, R_390_PLT12DBL, far + 1
	bprp	1, ., .
	.space	0x1000
