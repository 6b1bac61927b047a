//go:build linux

#include "textflag.h"

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]), a C
// function: gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL 4(SP), AX
	MOVL 12(SP), DX
	MOVL 16(AX), CX
	MOVL CX, 0(DX)
	MOVL 20(AX), CX
	MOVL CX, 4(DX)
	MOVL 24(AX), CX
	MOVL CX, 8(DX)
	MOVL 28(AX), CX
	MOVL CX, 12(DX)
	MOVL $1, AX
	RET

DATA ·generationPC+0(SB)/4, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $4
