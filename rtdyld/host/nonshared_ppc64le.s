//go:build linux

#include "textflag.h"

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]), a C
// function: gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 32(R3), R6
	MOVD R6, 0(R5)
	MOVD 40(R3), R6
	MOVD R6, 8(R5)
	MOVD $1, R3
	RET

DATA ·generationPC+0(SB)/8, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $8
