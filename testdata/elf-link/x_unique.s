# A STB_GNU_UNIQUE definition of x.
	.data
	
	.type	x, @gnu_unique_object
	.size	x, 8
x:	.quad	0x7777777777777777
