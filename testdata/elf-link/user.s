# Uses base.s, so that base.s cannot go before it.
	.text
	.globl	user
	.type	user, @function
user:
	.cfi_startproc
	callq	base@PLT
	movq	basedata@GOTPCREL(%rip), %rax
	ret
	.cfi_endproc
	.data
	.quad	base
