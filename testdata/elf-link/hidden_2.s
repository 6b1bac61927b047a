# A hidden definition of h and a local one of l, both seen by their own batch or object alone, copy 2.
	.data
	.globl	h
	.hidden	h
h:	.quad	2
l:	.quad	0x10+2
	.globl	useh2, usel2
useh2:	.quad	h
usel2:	.quad	l
