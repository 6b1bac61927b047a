# COMDAT group "f" with text, data and frames outside the group, copy 1; what is outside refers to it by name and, for the copy with the same layout, by section.
	.section	.text.f,"axG",@progbits,f,comdat
	.weak	f
	.type	f, @function
f:
	.cfi_startproc
	movl	$1, %eax
	ret
	.cfi_endproc
	.size	f, .-f
	.section	.rodata.f,"aG",@progbits,f,comdat
	.balign	8
.Lconst:
	.quad	0x1111
	.quad	f
	.text
	.globl	user1
	.type	user1, @function
user1:
	.cfi_startproc
	callq	f@PLT
	ret
	.cfi_endproc
	.size	user1, .-user1
	.data
	.globl	byname1, bysection1
byname1:
	.quad	f
bysection1:
	.quad	.Lconst+8
	.section	.note.test,"a",@note
	.quad	.Lconst+8
