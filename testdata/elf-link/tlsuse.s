# Uses a thread-local of another object, by local-dynamic access too, as hidden ones are.
	.text
	.globl	tlsuse
tlsuse:
	movq	t2@GOTTPOFF(%rip), %rax
	leaq	t2@TLSLD(%rip), %rdi
	leaq	t2@DTPOFF(%rax), %rax
