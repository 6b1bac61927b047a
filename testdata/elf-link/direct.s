# Direct references as code that is not position-independent has them: to a function by call and lea, to data by mov.
	.globl	fun
	.text
	.globl	direct
	.type	direct, @function
direct:
	leaq	fun(%rip), %rax
	.byte	0xe8
	.reloc	., R_X86_64_PC32, fun-4
	.zero	4
	movq	dat(%rip), %rcx
	ret
