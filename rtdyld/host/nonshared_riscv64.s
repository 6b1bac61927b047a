//go:build linux

#include "textflag.h"

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]), a C
// function: gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOV 32(X10), X5
	MOV X5, 0(X12)
	MOV 40(X10), X5
	MOV X5, 8(X12)
	MOV $1, X10
	RET

DATA ·generationPC+0(SB)/8, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $8
