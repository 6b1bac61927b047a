# Branches, pages, page offsets and GOT entries.
# OPTIONS: -triple=arm64-apple-darwin -abs ext=0x10008000 -abs far=0x7ff000001230 -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 16384
# jitlink-check: decode_operand(_main, 0) = (stub_addr(macho-arm64.o, far) - _main)[27:2]
# jitlink-check: *{8}(got_addr(macho-arm64.o, far)) = far
# jitlink-check: (decode_operand(_page, 1) + _page[32:12])[20:0] = _pointer[32:12]
# jitlink-check: decode_operand(_offset, 2) = _pointer[11:0]
# jitlink-check: *{8}_pointer = ext
# jitlink-check: (decode_operand(_load, 1) + _load[32:12])[20:0] = got_addr(macho-arm64.o, ext)[32:12]
# jitlink-check: decode_operand(_load + 4, 2) = got_addr(macho-arm64.o, ext)[11:3]
	.section	__TEXT,__text,regular,pure_instructions
	.globl	_main
	.p2align 2
_main:
	bl	far
	.globl	_page
_page:
	adrp	x0, _pointer@PAGE
	.globl	_offset
_offset:
	add	x0, x0, _pointer@PAGEOFF
	.globl	_load
_load:
	adrp	x1, ext@GOTPAGE
	ldr	x1, [x1, ext@GOTPAGEOFF]
	ret
	.section	__DATA,__data
	.globl	_pointer
	.p2align 3
_pointer:
	.quad	ext
	.subsections_via_symbols
