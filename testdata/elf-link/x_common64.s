# A common x of 64 bytes, aligned to 32.
	.comm	x,64,32
	.data
common64:
	.quad	x
