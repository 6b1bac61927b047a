# Defines what call.s and relax.s refer to.
	.text
	.zero	0x20
	.globl	ext
	.type	ext, @function
ext:
	ret
	.size	ext, .-ext
