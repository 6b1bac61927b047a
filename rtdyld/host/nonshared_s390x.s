//go:build linux && go1.27

#include "textflag.h"

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]), a C
// function: gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 32(R2), R5
	MOVD R5, 0(R4)
	MOVD 40(R2), R5
	MOVD R5, 8(R4)
	MOVD $1, R2
	RET

DATA ·generationPC+0(SB)/8, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $8
