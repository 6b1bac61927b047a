# Defines a thread-local and gets at another object's by local-dynamic access.
	.section	.tdata,"awT",@progbits
	.balign	16
	.zero	16
	.text
	leaq	t2@TLSLD(%rip), %rdi
	leaq	t2@DTPOFF(%rax), %rax
