# A sign-extended and a zero-extended 32-bit address.
	.text
	movq	$s, %rax
	movl	$z, %eax
