# The code that the linker makes by itself, as an assembler writes it; displacements are 0x11223344.
	.text
stub:
	jmpq	*0x11223344(%rip)
	xchgw	%ax, %ax
	.size	stub, .-stub
tlsdesc:
	movq	8(%rax), %rax
	ret
	.size	tlsdesc, .-tlsdesc
ifunc:
	leaq	0x11223344(%rip), %r11
	jmpq	*(%r11)
	.size	ifunc, .-ifunc
thunk:
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%r8
	pushq	%r9
	pushq	%rax
	pushq	%r11
	subq	$0x88, %rsp
	movups	%xmm0, (%rsp)
	movups	%xmm1, 0x10(%rsp)
	movups	%xmm2, 0x20(%rsp)
	movups	%xmm3, 0x30(%rsp)
	movups	%xmm4, 0x40(%rsp)
	movups	%xmm5, 0x50(%rsp)
	movups	%xmm6, 0x60(%rsp)
	movups	%xmm7, 0x70(%rsp)
	callq	*8(%r11)
	movq	0x88(%rsp), %r11
	movq	%rax, (%r11)
	movups	(%rsp), %xmm0
	movups	0x10(%rsp), %xmm1
	movups	0x20(%rsp), %xmm2
	movups	0x30(%rsp), %xmm3
	movups	0x40(%rsp), %xmm4
	movups	0x50(%rsp), %xmm5
	movups	0x60(%rsp), %xmm6
	movups	0x70(%rsp), %xmm7
	addq	$0x88, %rsp
	popq	%r11
	popq	%rax
	popq	%r9
	popq	%r8
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	jmpq	*(%r11)
	.size	thunk, .-thunk
