# A .gnu.linkonce section, copy 2: the first of its name wins.
	.section	.gnu.linkonce.t.lo,"ax",@progbits
	.weak	lo
lo:
.Linside:
	movl	$2, %eax
	ret
	.data
	.globl	lo2
lo2:
	.quad	lo
	.quad	.Linside+1
