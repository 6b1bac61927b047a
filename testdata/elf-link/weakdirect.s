# An undefined weak name by a direct reference, which cannot reach address 0.
	.text
	.weak	w
	leaq	w(%rip), %rax
