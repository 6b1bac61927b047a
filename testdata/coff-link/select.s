# Why: COMDAT groups of COFF by selection; KIND and SIZE are given at assembly.
	.section .rdata$v,"dr",KIND,v
	.globl v
v:
	.fill SIZE, 1, FILL
	.text
	.globl NAME
NAME:
	leaq v(%rip), %rax
	ret
