# An offset in the module's block that does not fit.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %o
# ERR: .text+0x0: R_PPC_DTPREL16 to own: 0x8000 does not fit signed 16
	.section .tdata,"awT",@progbits
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	8
	.text
	.reloc	., R_PPC_DTPREL16, own + 65536
	.short	0
