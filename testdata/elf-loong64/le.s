# R_LARCH_TLS_LE_HI20_R: -0x80000800 to 0x7ffff7ff, whatever is behind it: here one more than that.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu %o
# ERR: .text+0x0: R_LARCH_TLS_LE_HI20_R to own: 0x7ffff800 does not fit signed 32
	.section .tbss,"awT",@nobits
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	8
	.text
	.reloc	., R_LARCH_TLS_LE_HI20_R, own + 0x7ffff808
	lu12i.w	$a0, 0
	add.d	$a0, $a0, $tp
	lu32i.d	$a0, 0
