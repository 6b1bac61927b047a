# Relocations of i386 objects and their decorated names.
	.text
	.globl	_f
_f:	calll	_g
	movl	$_g, %eax
	movl	_common, %eax
	.long	_g@IMGREL
	.secrel32 _f
	.secidx	_f
	retl	$8
	.globl	"@fast@8"
"@fast@8": retl
	.comm	_common,12
	.weak	_weak
	.long	_weak
	.section .sxdata,"yn"
	.long	1
