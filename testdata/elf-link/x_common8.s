# A common x of 8 bytes.
	.comm	x,8,8
	.data
common8:
	.quad	x
