# Holds the address of fun.
	.data
	.globl	funref
funref:
	.quad	fun
