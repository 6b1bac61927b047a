# An entry point that another function's code may not be entered at is refused.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 117 R_PPC64_ADDR64_LOCAL
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x10000000 %o
# ERR: .data+0x8: R_PPC64_ADDR64_LOCAL to ext: what it refers to may have another base of its table, and has no local entry point
	.globl	ext
	.data
	.quad	0
	.reloc	., R_PPC64_COPY, ext
	.quad	0
