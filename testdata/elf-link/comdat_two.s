# A copy of group "f" that defines f2 too; user refers to it, so that losing to a copy without f2 is an error.
	.section	.text.f,"axG",@progbits,f,comdat
	.weak	f, f2
f:
	ret
f2:
	ret
	.ifdef	USE
	.data
	.globl	usef2
usef2:
	.quad	f2
	.endif
	.ifdef	NOTE
	.section	.note.f2,"a",@note
	.quad	f2
	.endif
