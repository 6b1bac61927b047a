# Mentions h with default visibility.
	.data
	.globl	mention
mention: .quad	h
