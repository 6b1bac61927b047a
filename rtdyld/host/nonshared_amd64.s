//go:build linux

#include "textflag.h"

// C functions (System V AMD64 calling convention), called from loaded code alone.
// Each puts glibc's version number in front of its arguments: 1 for struct stat,
// 0 for device numbers.

// int stat(const char *path, struct stat *st); lstat and fstat have the same shape.
TEXT shimStat<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SI, DX
	MOVQ DI, SI
	MOVL $1, DI
	MOVQ ·shimTarget+0(SB), AX
	JMP  AX

TEXT shimLstat<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SI, DX
	MOVQ DI, SI
	MOVL $1, DI
	MOVQ ·shimTarget+8(SB), AX
	JMP  AX

TEXT shimFstat<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SI, DX
	MOVQ DI, SI
	MOVL $1, DI
	MOVQ ·shimTarget+16(SB), AX
	JMP  AX

// int fstatat(int dir, const char *path, struct stat *st, int flags)
TEXT shimFstatat<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ CX, R8
	MOVQ DX, CX
	MOVQ SI, DX
	MOVQ DI, SI
	MOVL $1, DI
	MOVQ ·shimTarget+24(SB), AX
	JMP  AX

// int mknod(const char *path, mode_t mode, dev_t dev): libc's takes the address
// of the device number. The stack is aligned to 16 bytes at the call.
TEXT shimMknod<>(SB), NOSPLIT|NOFRAME, $0-0
	SUBQ $24, SP
	MOVQ DX, 8(SP)
	LEAQ 8(SP), CX
	MOVQ SI, DX
	MOVQ DI, SI
	XORL DI, DI
	MOVQ ·shimTarget+32(SB), AX
	CALL AX
	ADDQ $24, SP
	RET

// int mknodat(int dir, const char *path, mode_t mode, dev_t dev)
TEXT shimMknodat<>(SB), NOSPLIT|NOFRAME, $0-0
	SUBQ $24, SP
	MOVQ CX, 8(SP)
	LEAQ 8(SP), R8
	MOVQ DX, CX
	MOVQ SI, DX
	MOVQ DI, SI
	XORL DI, DI
	MOVQ ·shimTarget+40(SB), AX
	CALL AX
	ADDQ $24, SP
	RET

// int generation(struct dl_phdr_info *info, size_t size, uint64_t gen[2]):
// gen[0] = info->dlpi_adds, gen[1] = info->dlpi_subs, and stop.
TEXT generation<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 32(DI), AX
	MOVQ AX, 0(DX)
	MOVQ 40(DI), AX
	MOVQ AX, 8(DX)
	MOVL $1, AX
	RET

// void pair(struct pairCall *p): p->iterate(p->callback, p->data), then p->f(p->arg).
TEXT pair<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX // which aligns the stack
	MOVQ  DI, BX
	MOVQ  0(BX), AX
	MOVQ  8(BX), DI
	MOVQ  16(BX), SI
	CALL  AX
	MOVQ  24(BX), AX
	MOVQ  32(BX), DI
	CALL  AX
	POPQ  BX
	RET

DATA ·pairPC+0(SB)/8, $pair<>(SB)
GLOBL ·pairPC(SB), NOPTR|RODATA, $8

DATA ·generationPC+0(SB)/8, $generation<>(SB)
GLOBL ·generationPC(SB), NOPTR|RODATA, $8

DATA ·shimPC+0(SB)/8, $shimStat<>(SB)
DATA ·shimPC+8(SB)/8, $shimLstat<>(SB)
DATA ·shimPC+16(SB)/8, $shimFstat<>(SB)
DATA ·shimPC+24(SB)/8, $shimFstatat<>(SB)
DATA ·shimPC+32(SB)/8, $shimMknod<>(SB)
DATA ·shimPC+40(SB)/8, $shimMknodat<>(SB)
GLOBL ·shimPC(SB), NOPTR|RODATA, $48
