# Holds the address of another object's indirect function.
	.data
	.quad	indirect
