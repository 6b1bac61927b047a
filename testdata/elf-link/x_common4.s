# A common x of 4 bytes aligned to 64: only the alignment is larger.
	.comm	x,4,64
