# GOT entries and stubs in reach are passed by, as llvm-jitlink does it; data refer to what they name.
# OPTIONS: -triple=x86_64-linux-gnu -abs ext=0x10008000 -abs near=0x10009000 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096
# jitlink-check: section_addr(elf-amd64.o, .text) = main
# jitlink-check: decode_operand(main, 0) = ext - next_pc(main)
# jitlink-check: *{8}(got_addr(elf-amd64.o, near)) = near
# jitlink-check: decode_operand(load, 4) = near - next_pc(load)
# jitlink-check: *{8}pointer = ext
# jitlink-check: *{4}distance = (main - distance)[31:0]
# jitlink-check: (*{8}pointer)[15:12] = 8
# jitlink-check: next_pc(load) = load + 7
	.text
	.globl	main
	.type	main,@function
main:
	callq	ext
	.size	main, .-main
	.globl	load
	.type	load,@function
load:
	movq	near@GOTPCREL(%rip), %rax
	retq
	.size	load, .-load
	.data
	.globl	pointer
	.p2align 3
pointer:
	.quad	ext
	.size	pointer, 8
	.globl	distance
distance:
	.long	main - .
	.size	distance, 4
