# Refers to a hidden h that it does not define.
	.data
	.hidden	h
	.globl	refh
refh:	.quad	h
