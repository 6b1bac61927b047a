# The names that the linker gives each object itself.
	.text
	.globl	own
own:
	leaq	__dso_handle(%rip), %rax
	leaq	_GLOBAL_OFFSET_TABLE_(%rip), %rcx
	movq	ext@GOTPCREL(%rip), %rdx
	.data
	.hidden	__dso_handle
	.quad	__dso_handle
