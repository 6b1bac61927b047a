# The GOT by a symbol that the object does not have.
# OPTIONS: -triple=i386-unknown-linux-gnu -abs ext=0x8000 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096
# jitlink-check: decode_operand(main, 1)[31:0] = (main - _GLOBAL_OFFSET_TABLE_)[31:0]
# jitlink-check: decode_operand(entry, 4)[31:0] = (got_addr(elf-i386.o, ext) - _GLOBAL_OFFSET_TABLE_)[31:0]
	.text
	.globl	main
	.type	main,@function
main:
	movl	$main@GOTOFF, %eax
	.size	main, .-main
	.globl	entry
	.type	entry,@function
entry:
	leal	ext@GOT(%ebx), %eax
	ret
	.size	entry, .-entry
