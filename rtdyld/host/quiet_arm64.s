//go:build linux

#include "textflag.h"

#define CONTEXT_STACK_FLAGS 24
#define CONTEXT_MASK 40
#define SS_DISABLE 2

#define INFO_MARK 20
#define INFO_CODE 8
#define INFO_ORDER 24
#define MARK 0x7164

// void quiet(int, siginfo_t *, ucontext_t *): see quiet.go. A thread without a stack for signals is none of Go's.
TEXT quiet<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVW  INFO_CODE(R1), R3
	CMNW  $1, R3
	BNE   return
	MOVWU INFO_MARK(R1), R3
	MOVD  $MARK, R4
	CMPW  R4, R3
	BNE   return
	MOVD  INFO_ORDER(R1), R0
	MOVD  CONTEXT_MASK(R2), R3
	MOVD  R3, 16(R0)
	MOVWU CONTEXT_STACK_FLAGS(R2), R4
	TBNZ  $1, R4, done
	MOVD  0(R0), R4
	AND   R4, R3
	MOVD  8(R0), R4
	ORR   R4, R3
	MOVD  R3, CONTEXT_MASK(R2)

done:
	MOVD  $1, R3
	ADD   $24, R0
	STLRW R3, (R0)

return:
	RET

// func quietPC() uintptr
TEXT ·quietPC(SB), NOSPLIT, $0-8
	MOVD $quiet<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func quietReturnPC() uintptr: 0, the kernel has its own.
TEXT ·quietReturnPC(SB), NOSPLIT, $0-8
	MOVD ZR, ret+0(FP)
	RET
