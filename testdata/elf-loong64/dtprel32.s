# R_LARCH_TLS_DTPREL32: the offset in the module's block, -0x80000000 to 0x7fffffff: here one more than that.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu %o
# ERR: .data+0x4: R_LARCH_TLS_DTPREL32 to own: 0x80000000 does not fit signed 32
	.section .tbss,"awT",@nobits
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	8
	.data
	.reloc	., R_LARCH_TLS_DTPREL32, own + 0x7fffffff
	.long	0
	.reloc	., R_LARCH_TLS_DTPREL32, own + 0x80000000
	.long	0
