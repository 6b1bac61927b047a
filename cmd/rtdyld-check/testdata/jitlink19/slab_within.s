# A slab that begins within a page, and is full.
# OPTIONS: -triple=x86_64-linux-gnu -slab-allocate 1Kb -slab-address 0x10000ff0 -slab-page-size 4096
# jitlink-check: main = 0x10000ff0
	.text
	.globl	main
	.type	main,@function
	.p2align 4
main:
	.fill	4096, 1, 0xc3
	.size	main, .-main
