# Holds the address of fun, loaded after direct.s.
	.data
	.globl	funref_late
funref_late:
	.quad	fun
