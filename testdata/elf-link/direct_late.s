# Refers directly to fun, loaded after direct.s.
	.text
	leaq	fun(%rip), %rax
