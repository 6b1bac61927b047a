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

// void pair(struct pairCall *p), a C function: p->iterate(p->callback, p->data), then p->f(p->arg).
TEXT pair<>(SB), NOSPLIT|NOFRAME, $0-0
	STP.W (R29, R30), -32(RSP)
	MOVD  RSP, R29
	MOVD  R19, 16(RSP)
	MOVD  R0, R19
	MOVD  0(R19), R3
	MOVD  8(R19), R0
	MOVD  16(R19), R1
	CALL  (R3)
	MOVD  24(R19), R3
	MOVD  32(R19), R0
	CALL  (R3)
	MOVD  16(RSP), R19
	LDP.P 32(RSP), (R29, R30)
	RET

DATA ·pairPC+0(SB)/8, $pair<>(SB)
GLOBL ·pairPC(SB), NOPTR|RODATA, $8

DATA ·generationPC+0(SB)/8, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $8
