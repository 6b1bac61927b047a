# An absolute x.
	.globl	x
	.set	x, 0x1234
