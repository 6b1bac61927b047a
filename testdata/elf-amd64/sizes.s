# The size of x, plus 4.
	.globl	x
	.data
	.globl	sizes
sizes:
	.reloc	., R_X86_64_SIZE64, x + 4
	.quad	0
