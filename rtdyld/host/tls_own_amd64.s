//go:build linux

#include "textflag.h"

// C functions that return the address of a thread-local, see tls_own.go.

// void *ownPair(uint64_t pair[2])
TEXT ownPair<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ  0(DI), AX
	TESTQ AX, AX
	JGE   theirs
	ADDQ  8(DI), AX
	MOVQ  AX, DI
	JMP   ownBlock<>(SB)

theirs:
	MOVQ ·ownGetAddr(SB), AX
	JMP  AX

// void *ownWord(uint64_t word)
TEXT ownWord<>(SB), NOSPLIT|NOFRAME, $0-0
	TESTQ DI, DI
	JGE   theirs
	JMP   ownBlock<>(SB)

theirs:
	MOVQ ·ownGetAddr(SB), AX
	JMP  AX

TEXT ownBlock<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX
	PUSHQ R12
	SUBQ  $8, SP               // which aligns the stack
	MOVL  DI, R12              // the offset
	SHRQ  $32, DI
	ANDL  $0x7fffffff, DI
	SHLQ  $6, DI
	ADDQ  ·ownRecords(SB), DI
	MOVQ  DI, BX
	MOVQ  ·ownGetAddr(SB), AX
	CALL  AX                   // AX is the mark's address
	MOVQ  16(BX), DX
	MOVQ  24(BX), R8
	ADDQ  AX, R8               // the block's
	CMPQ  DX, 0(AX)
	JEQ   there
	MOVQ  AX, R9
	MOVQ  R8, DI
	MOVQ  32(BX), SI
	MOVQ  40(BX), CX
	REP
	MOVSB
	MOVQ  48(BX), CX
	XORL  AX, AX
	REP
	STOSB
	MOVQ  DX, 0(R9)

there:
	LEAQ (R8)(R12*1), AX
	ADDQ $8, SP
	POPQ R12
	POPQ BX
	RET

DATA ·ownBlocksPC+0(SB)/8, $ownPair<>(SB)
DATA ·ownBlocksPC+8(SB)/8, $ownWord<>(SB)
GLOBL ·ownBlocksPC(SB), NOPTR|RODATA, $16
