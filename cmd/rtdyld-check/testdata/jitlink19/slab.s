# A slab that begins at 0.
# OPTIONS: -triple=x86_64-linux-gnu -slab-allocate 4Kb -slab-address 0 -slab-page-size 4096
# jitlink-check: main = 0
# jitlink-check: section_addr(slab.o, .text) = 0
	.text
	.globl	main
	.type	main,@function
main:
	retq
	.size	main, .-main
