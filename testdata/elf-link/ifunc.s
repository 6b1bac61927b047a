# Two indirect functions, one of them local, called, taken as data and loaded from a slot.
	.text
resolve:
	leaq	real(%rip), %rax
	ret
real:
	ret
	.globl	indirect
	.type	indirect, @gnu_indirect_function
	.set	indirect, resolve
	.type	inner, @gnu_indirect_function
	.set	inner, resolve
	.globl	ifunc
	.type	ifunc, @function
ifunc:
	callq	indirect@PLT
	movq	indirect@GOTPCREL(%rip), %rax
	callq	inner
	ret
	.data
	.globl	ifuncs
ifuncs:
	.quad	indirect
