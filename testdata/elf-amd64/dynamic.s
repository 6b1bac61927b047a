# A relocation type that only a dynamic linker's input has.
	.data
dynamic:
	.reloc	., R_X86_64_RELATIVE, dynamic
	.quad	0
