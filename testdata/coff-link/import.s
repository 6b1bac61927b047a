# Why: pointers to imports: two uses share one, the name itself is called as well.
	.text
	.globl use
use:
	callq *__imp_f(%rip)
	movq __imp_f(%rip), %rax
	callq *__imp_own(%rip)
	callq f
	.section .rdata,"dr"
	.globl table
table:
	.quad __imp_f
	.quad __ImageBase
	.rva use
