# Is used by user.s; refers to nothing outside.
	.text
	.globl	base
	.type	base, @function
base:
	.cfi_startproc
	leaq	basedata(%rip), %rax
	ret
	.cfi_endproc
	.data
	.globl	basedata
basedata:
	.quad	base
