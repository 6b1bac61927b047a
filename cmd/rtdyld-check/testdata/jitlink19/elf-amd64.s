# The GOT by its symbol, which need not be in the object.
# OPTIONS: -triple=x86_64-linux-gnu -abs ext=0x10008000 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096
# jitlink-check: section_addr(elf-amd64.o, .text) = main
# jitlink-check: decode_operand(main, 1) = _GLOBAL_OFFSET_TABLE_ - main
# jitlink-check: decode_operand(offset, 1) = main - _GLOBAL_OFFSET_TABLE_
# jitlink-check: decode_operand(entry, 1) = got_addr(elf-amd64.o, ext) - _GLOBAL_OFFSET_TABLE_
	.text
	.globl	main
	.type	main,@function
main:
	movabsq	$_GLOBAL_OFFSET_TABLE_-main, %rcx
	.size	main, .-main
	.globl	offset
	.type	offset,@function
offset:
	movabsq	$main@GOTOFF, %rcx
	.size	offset, .-offset
	.globl	entry
	.type	entry,@function
entry:
	movabsq	$ext@GOT, %rax
	retq
	.size	entry, .-entry
