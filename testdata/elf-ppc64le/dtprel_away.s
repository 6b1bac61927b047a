# R_PPC64_GOT_TLSLD16 asks for the module of the object's own thread-locals: R_PPC64_GOT_DTPREL16_DS of one in another module is refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu %S/dtprel_away_two.o %o
# ERR: R_PPC64_GOT_DTPREL16_DS to there: local-dynamic access to what is in another module
	.section .tdata,"awT",@progbits
	.balign	16
	.ifdef TWO
	.globl	there
	.type	there, @object
	.size	there, 8
there:	.quad	1
	.else
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.quad	0
	.globl	there
	.type	there, @object
	.section .toc,"aw",@progbits
	.quad	0
	.text
	.reloc	., R_PPC64_GOT_TLSLD16, own
	.short	0
	.reloc	., R_PPC64_GOT_DTPREL16_DS, there
	.short	0
	.endif
