# Three names that nobody defines, one of them weak.
	.text
	.globl	undef
undef:
	callq	missing1
	movq	missing2@GOTPCREL(%rip), %rax
	callq	missing1
	.weak	maybe
	callq	maybe
	ret
