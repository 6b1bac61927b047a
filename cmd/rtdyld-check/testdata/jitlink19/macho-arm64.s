# Sections by their segments, too.
# OPTIONS: -triple=arm64-apple-darwin -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 16384
# jitlink-check: section_addr(macho-arm64.o, __TEXT,__text) = _main
# jitlink-check: *{8}(section_addr(macho-arm64.o, __DATA,__data)) = _main
# jitlink-check: section_addr(macho-arm64.o, __DATA,__data) = _pointer
	.section	__TEXT,__text,regular,pure_instructions
	.globl	_main
	.p2align 2
_main:
	ret
	.section	__DATA,__data
	.globl	_pointer
	.p2align 3
_pointer:
	.quad	_main
	.subsections_via_symbols
