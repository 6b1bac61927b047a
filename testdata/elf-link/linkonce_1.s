# A .gnu.linkonce section, copy 1: the first of its name wins.
	.section	.gnu.linkonce.t.lo,"ax",@progbits
	.weak	lo
lo:
.Linside:
	movl	$1, %eax
	ret
	.data
	.globl	lo1
lo1:
	.quad	lo
	.quad	.Linside+1
