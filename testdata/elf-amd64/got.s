# Every type that refers to the global offset table or its slots; the test reads the slots through the computed addresses.
	.globl	ext, fun, _GLOBAL_OFFSET_TABLE_
	.text
	.globl	got
got:
	.macro	field type, size, sym, add
	.globl	at_\type
at_\type:
	.reloc	., R_X86_64_\type, \sym + \add
	.zero	\size
	.balign	8
	.endm
	field	GOT32, 4, ext, 0
	field	GOT64, 8, ext, 0
	field	GOTPCREL, 4, ext, -4
	field	GOTPCREL64, 8, ext, 0
	field	GOTPLT64, 8, fun, 0
	field	PLTOFF64, 8, fun, 0
	field	GOTOFF64, 8, loc, 4
	field	GOTPC32, 4, _GLOBAL_OFFSET_TABLE_, 0
	field	GOTPC64, 8, _GLOBAL_OFFSET_TABLE_, 0
	.data
	.zero	16
loc:	.quad	0
