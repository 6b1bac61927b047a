# Prologs as Microsoft's compiler writes them, for a test that runs them: registers
# saved above the frame, a frame pointer in the middle, a part that is chained to the
# whole, frames whose size takes 32 bits. scene calls them.

	.text
	.globl	probe
probe:
	retq

	.globl	scene
	.def	scene; .scl 2; .type 32; .endef
	.seh_proc scene
scene:
	subq	$40, %rsp
	.seh_stackalloc 40
	.seh_endprologue
	callq	framed
	callq	homes
	callq	huge
	callq	parts
	nop
	addq	$40, %rsp
	retq
	.seh_endproc

	.def	framed; .scl 3; .type 32; .endef
	.seh_proc framed
framed:
	pushq	%rbp
	.seh_pushreg %rbp
	pushq	%r12
	.seh_pushreg %r12
	subq	$0x68, %rsp
	.seh_stackalloc 0x68
	leaq	0x20(%rsp), %rbp
	.seh_setframe %rbp, 0x20
	movaps	%xmm6, 0x40(%rsp)
	.seh_savexmm %xmm6, 0x40
	movq	%rsi, 0x58(%rsp)
	.seh_savereg %rsi, 0x58
	.seh_endprologue
	movl	$1, %r12d
	movl	$2, %esi
	subq	$0x100, %rsp
	callq	probe
	movq	0x38(%rbp), %rsi
	movaps	0x20(%rbp), %xmm6
	leaq	0x48(%rbp), %rsp
	popq	%r12
	popq	%rbp
	retq
	.seh_endproc

	.def	homes; .scl 3; .type 32; .endef
	.seh_proc homes
homes:
	movq	%rbx, 8(%rsp)
	.seh_savereg %rbx, 0x48
	movq	%rdi, 16(%rsp)
	.seh_savereg %rdi, 0x50
	pushq	%r15
	.seh_pushreg %r15
	subq	$0x38, %rsp
	.seh_stackalloc 0x38
	.seh_endprologue
	movl	$1, %ebx
	movl	$2, %edi
	movl	$3, %r15d
	callq	probe
	testl	%edi, %edi
	je	1f
	movq	0x48(%rsp), %rbx
	movq	0x50(%rsp), %rdi
	addq	$0x38, %rsp
	popq	%r15
	retq
1:	ud2
	.seh_endproc

	.def	huge; .scl 3; .type 32; .endef
	.seh_proc huge
huge:
	pushq	%r14
	.seh_pushreg %r14
	subq	$0x80010, %rsp
	.seh_stackalloc 0x80010
	movq	%rbx, 0x80008(%rsp)
	.seh_savereg %rbx, 0x80008
	movaps	%xmm7, 0x7fff0(%rsp)
	.seh_savexmm %xmm7, 0x7fff0
	.seh_endprologue
	xorl	%ebx, %ebx
	xorl	%r14d, %r14d
	callq	probe
	movq	0x80008(%rsp), %rbx
	addq	$0x80010, %rsp
	popq	%r14
	jmp	probe
	.seh_endproc

# By hand: three entries for one function, the second and the third chained to the first.
parts:
	pushq	%rbx
	subq	$0x40, %rsp
	xorl	%ebx, %ebx
	callq	probe
parts_saves:
	movq	%rdi, 0x38(%rsp)
	movq	%r13, 0x30(%rsp)
	xorl	%edi, %edi
	xorl	%r13d, %r13d
	callq	probe
	movq	0x30(%rsp), %r13
	movq	0x38(%rsp), %rdi
parts_tail:
	callq	probe
	addq	$0x40, %rsp
	popq	%rbx
	retq
parts_end:

	.section .pdata,"dr"
	.rva	parts, parts_saves, xdata_parts
	.rva	parts_saves, parts_tail, xdata_saves
	.rva	parts_tail, parts_end, xdata_tail

	.section .xdata,"dr"
	.p2align 2
xdata_parts:
	.byte	1, 5, 2, 0
	.byte	5, 0x72		# sub 0x40
	.byte	1, 0x30		# push rbx
xdata_saves:
	.byte	0x21, 10, 4, 0
	.byte	10, 0xd4	# r13 at 0x30
	.short	6
	.byte	5, 0x74		# rdi at 0x38
	.short	7
	.rva	parts, parts_saves, xdata_parts
xdata_tail:
	.byte	0x21, 0, 0, 0
	.rva	parts, parts_saves, xdata_parts
