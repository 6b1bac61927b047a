# R_SPARC_SIZE32: Z + A, -0x80000000 to 0xffffffff.
# llvm: no it has no relocations of SPARC
# TYPE: R_SPARC_COPY 86
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %o
# ERR: .data+0x8: R_SPARC_SIZE32 to own: 0x100000000 does not fit 32 bits
	.globl	own
	.data
	.reloc	., R_SPARC_COPY, own - 0x80000010
	.long	0
	.reloc	., R_SPARC_COPY, own + 0xffffffef
	.long	0
	.reloc	., R_SPARC_COPY, own + 0xfffffff0
	.long	0
	.type	own, @object
	.size	own, 16
own:	.zero	16
