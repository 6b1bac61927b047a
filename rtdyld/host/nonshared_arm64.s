//go:build linux

#include "textflag.h"

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]), a C
// function: gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 32(R0), R3
	MOVD R3, 0(R2)
	MOVD 40(R0), R3
	MOVD R3, 8(R2)
	MOVD $1, R0
	RET

DATA ·generationPC+0(SB)/8, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $8
