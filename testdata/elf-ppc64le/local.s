# R_PPC64_ADDR64_LOCAL: S + A, S the entry point for those with the same T. What is elsewhere has none.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 117 R_PPC64_ADDR64_LOCAL
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=local.o,.text=0x10000000 -map-section=local.o,.data=0x20000010 -check=%s %o
	.globl	shared, two, one, drops
	.text
	.type	two, @function
two:	.long	0x3c4c0000, 0x38420000
	.localentry	two, .-two
	.long	0x60000000
	.type	shared, @function
shared:	.long	0x3c4c0000, 0x38420000, 0x60000000, 0x60000000
	.localentry	shared, .-shared
	.long	0x60000000
	.type	drops, @function
drops:	.localentry	drops, 1
	.long	0x60000000
	.type	one, @function
one:	.long	0x60000000
	.data
entry:	.reloc	., R_PPC64_COPY, two
	.quad	0
behind:	.reloc	., R_PPC64_COPY, shared + 0x1234
	.quad	0x5a5a5a5a5a5a5a5a
none:	.reloc	., R_PPC64_COPY, one
	.quad	0
tail:	.reloc	., R_PPC64_COPY, drops
	.quad	0

# rtdyld-check: *{8}entry = two + 8
# rtdyld-check: *{8}behind = shared + 16 + 0x1234
# rtdyld-check: *{8}none = one
# rtdyld-check: *{8}tail = drops
