# A call, a jump and an address taken as data of a name outside: one stub for the branches, used only when it is out of reach.
	.text
	.globl	call
	.type	call, @function
call:
	callq	ext@PLT
	callq	call2
	jmp	ext@PLT
	.size	call, .-call
	.globl	call2
	.type	call2, @function
call2:
	callq	call@PLT
	ret
	.data
	.globl	pointer
pointer:
	.quad	ext
	.quad	call
