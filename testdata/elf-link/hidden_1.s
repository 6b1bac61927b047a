# A hidden definition of h and a local one of l, both seen by their own batch or object alone, copy 1.
	.data
	.globl	h
	.hidden	h
h:	.quad	1
l:	.quad	0x10+1
	.globl	useh1, usel1
useh1:	.quad	h
usel1:	.quad	l
