# The object of R_RISCV_TLSDESC in dynamic.s, a type for which the assembler has no name.
# TYPE: R_RISCV_COPY 12
	.data
dynamic:
	.reloc	., R_RISCV_COPY, dynamic
	.long	0
