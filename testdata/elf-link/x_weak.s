# A weak definition of x.
	.data
	.weak	x
	.type	x, @object
	.size	x, 8
x:	.quad	0x7777777777777777
