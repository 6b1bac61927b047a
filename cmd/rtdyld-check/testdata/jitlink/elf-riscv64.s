# Calls and addresses in two instructions.
# OPTIONS: -triple=riscv64-linux-gnu -mattr=-relax -abs ext=0x10008000 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096
# jitlink-check: decode_operand(main, 1) = (ext - main + 0x800)[31:12]
# jitlink-check: decode_operand(main + 4, 2)[11:0] = (ext - main)[11:0]
# jitlink-check: *{8}pointer = main + 4
	.text
	.globl	main
	.type	main,@function
main:
	lla	a0, ext
	ret
	.size	main, .-main
	.data
	.globl	pointer
pointer:
	.quad	main + 4
	.size	pointer, 8
