//go:build linux

#include "textflag.h"

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]), a C
// function: gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVW 16(R0), R3
	MOVW R3, 0(R2)
	MOVW 20(R0), R3
	MOVW R3, 4(R2)
	MOVW 24(R0), R3
	MOVW R3, 8(R2)
	MOVW 28(R0), R3
	MOVW R3, 12(R2)
	MOVW $1, R0
	WORD $0xe12fff1e // bx lr

DATA ·generationPC+0(SB)/4, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $4
