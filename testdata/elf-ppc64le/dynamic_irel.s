# So is this one, for which the assembler has no name.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 247
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu %o
# ERR: .data+0x0: R_PPC64_JMP_IREL to dynamic: type is for dynamic linkers only
	.globl	dynamic
	.data
dynamic:
	.reloc	., R_PPC64_COPY, dynamic
	.quad	0
