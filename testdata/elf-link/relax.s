# Each instruction that loads from a slot, in reach and out of it: mov, call and jmp are rewritten, with any register, the others never.
	.text
	.globl	relax
relax:
	movq	ext@GOTPCREL(%rip), %rax
	movq	ext@GOTPCREL(%rip), %r15
	movl	ext@GOTPCREL(%rip), %ebx
	callq	*ext@GOTPCREL(%rip)
	jmpq	*ext@GOTPCREL(%rip)
	testq	%rax, ext@GOTPCREL(%rip)
	addq	ext@GOTPCREL(%rip), %rcx
	cmpq	ext@GOTPCREL(%rip), %r8
	pushq	ext@GOTPCREL(%rip)
	movq	ext@GOTPCREL+4(%rip), %rdx
	ret
