# Why: an object's own definition of a pointer to an import.
	.data
	.globl __imp_own
__imp_own:
	.quad 0x1234
