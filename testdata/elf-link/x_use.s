# Refers to x.
	.data
	.globl	usex
usex:
	.quad	x
