# Refers to x weakly.
	.data
	.weak	x
	.globl	weakusex
weakusex:
	.quad	x
