# All ones are an address that -abs may give, also where data holds what is behind it.
# OPTIONS: -triple=x86_64-linux-gnu -abs=top=0xffffffffffffffff -slab-allocate=64Kb -slab-address=0x10000 -slab-page-size=4096
# jitlink-check: *{8}word = top
# jitlink-check: *{8}(word + 8) = 0
# jitlink-check: *{8}(word + 16) = top - 1
	.text
	.globl	main
main:	retq
	.data
	.globl	word
word:	.quad	top
	.quad	top + 1
	.quad	top - 1
