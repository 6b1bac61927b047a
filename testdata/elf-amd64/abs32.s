# 32-bit absolute references, zero- and sign-extended: their object goes low.
	.text
	.globl	abs32
	.type	abs32, @function
abs32:
	movl	$fun, %eax
	movq	$fun, %rcx
	movq	dat, %rdx
	movl	$here, %esi
	ret
	.data
	.globl	here
here:
	.quad	0
