# What crti.o has, and a group that fragment.o has, too.
	.section	.init,"ax",@progbits
	nop
	.globl	_init
	.hidden	_init
	.type	_init,@function
_init:	sub	$8, %rsp
	.section	.fini,"ax",@progbits
	.globl	_fini
	.hidden	_fini
	.type	_fini,@function
_fini:	sub	$8, %rsp
	.section	.init,"axG",@progbits,group,comdat
	.globl	init_group
init_group:
	nop
