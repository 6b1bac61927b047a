# A strong definition of x.
	.data
	.globl	x
	.type	x, @object
	.size	x, 8
x:	.quad	0x5757575757575757
