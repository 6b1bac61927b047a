# COMDAT group "f" with text, data and frames outside the group, copy 2; what is outside refers to it by name and, for the copy with the same layout, by section.
	.section	.text.f,"axG",@progbits,f,comdat
	.weak	f
	.type	f, @function
f:
	.cfi_startproc
	movl	$2, %eax
	ret
	.cfi_endproc
	.size	f, .-f
	.section	.rodata.f,"aG",@progbits,f,comdat
	.balign	8
.Lconst:
	.quad	0x2222
	.quad	f
	.text
	.globl	user2
	.type	user2, @function
user2:
	.cfi_startproc
	callq	f@PLT
	ret
	.cfi_endproc
	.size	user2, .-user2
	.data
	.globl	byname2, bysection2
byname2:
	.quad	f
bysection2:
	.quad	.Lconst+8
	.section	.note.test,"a",@note
	.quad	.Lconst+8
