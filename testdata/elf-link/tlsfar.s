# Uses a thread-local that nobody here defines, by a pair and by a descriptor.
	.text
	.globl	tlsfar
tlsfar:
	leaq	far@TLSGD(%rip), %rdi
	leaq	far@TLSDESC(%rip), %rax
	call	*far@TLSCALL(%rax)
