# What is out of reach is called by a stub and loaded from the GOT.
# OPTIONS: -triple=x86_64-linux-gnu -abs ext=0x7ff000001234 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096
# jitlink-check: decode_operand(main, 0) = stub_addr(elf-amd64_far.o, ext) - next_pc(main)
# jitlink-check: *{2}(stub_addr(elf-amd64_far.o, ext)) = 0x25ff
# jitlink-check: decode_operand(load, 4) = got_addr(elf-amd64_far.o, ext) - next_pc(load)
# jitlink-check: *{8}(got_addr(elf-amd64_far.o, ext)) = ext
	.text
	.globl	main
	.type	main,@function
main:
	callq	ext
	.size	main, .-main
	.globl	load
	.type	load,@function
load:
	movq	ext@GOTPCREL(%rip), %rax
	retq
	.size	load, .-load
