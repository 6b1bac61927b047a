# What image-relative fields count from is said on the command line.
# OPTIONS: -triple=x86_64-pc-windows-msvc -abs __ImageBase=0xfff0000 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096
# jitlink-check: *{4}(relative) = main - __ImageBase
	.text
	.globl	main
main:
	retq
	.data
	.globl	relative
	.p2align 2
relative:
	.long	main@IMGREL
