# gcc -O2 -mcmodel=large -fPIC: calls by R_X86_64_PLTOFF64, data by GOT64 and GOTOFF64, the table by GOTPC64.
	.text
	.p2align 4
	.type	helper, @function
helper:
.L2:
	leal	0(,%rdi,8), %eax
	subl	%edi, %eax
	ret
	.size	helper, .-helper
	.p2align 4
	.globl	large
	.type	large, @function
large:
.L5:
	movabsq	$_GLOBAL_OFFSET_TABLE_-.L5, %r11
	pushq	%r15
	leaq	.L5(%rip), %r15
	movabsq	$ext_fun@PLTOFF, %rax
	pushq	%rbx
	addq	%r11, %r15
	movl	%edi, %ebx
	addq	%r15, %rax
	subq	$8, %rsp
	call	*%rax
	movl	%ebx, %edi
	movl	%eax, %edx
	movabsq	$helper@GOTOFF, %rax
	addq	%r15, %rax
	call	*%rax
	addl	%edx, %eax
	movabsq	$ext_data@GOT, %rdx
	movq	(%r15,%rdx), %rdx
	addl	(%rdx), %eax
	movabsq	$shared@GOT, %rdx
	movq	(%r15,%rdx), %rdx
	addl	(%rdx), %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%r15
	ret
	.size	large, .-large
	.globl	largeptr
	.section	.data.rel,"aw"
	.align 8
	.type	largeptr, @object
	.size	largeptr, 8
largeptr:
	.quad	large
	.globl	shared
	.data
	.align 4
	.type	shared, @object
	.size	shared, 4
shared:
	.long	9
	.section	.note.GNU-stack,"",@progbits
