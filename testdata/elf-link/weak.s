# An undefined weak name by branch, slot and address.
	.text
	.globl	weak
	.weak	w
weak:
	callq	w@PLT
	movq	w@GOTPCREL(%rip), %rax
	callq	*w@GOTPCREL(%rip)
	ret
	.data
	.quad	w
