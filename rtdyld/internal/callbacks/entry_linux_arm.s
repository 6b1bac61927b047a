#include "textflag.h"

// What is saved is an abi.Saved, of 300 bytes; R11, which the assembler may use by itself, and the return address are behind it.
#define NUMBER 72
#define VEC(n) (80+n*8)
#define STACK 288
#define RETURNED 292
#define SAVED 304
#define FRAME (SAVED+8)

DATA ·nativeEntry(SB)/4, $aapcs32Callback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $4

// aapcs32Callback is where thunks lead (AAPCS32, section 6). R12 is the number. It touches no floating point registers where
// none have arguments.
TEXT aapcs32Callback<>(SB), NOSPLIT|NOFRAME, $0-0
	SUB   $FRAME, R13
	MOVW  R11, SAVED(R13)
	MOVW  R14, (SAVED+4)(R13)
	MOVW  R0, 0(R13)
	MOVW  R1, 4(R13)
	MOVW  R2, 8(R13)
	MOVW  R3, 12(R13)
	MOVW  R12, NUMBER(R13)
	MOVW  $0, R0
	MOVW  R0, (NUMBER+4)(R13)
	MOVW  R0, RETURNED(R13)
	MOVW  R0, (RETURNED+4)(R13)
	ADD   $FRAME, R13, R0
	MOVW  R0, STACK(R13)
	MOVW  ·entryFloats(SB), R0
	CMP   $0, R0
	BEQ   saved
	MOVD  F0, VEC(0)(R13)
	MOVD  F1, VEC(1)(R13)
	MOVD  F2, VEC(2)(R13)
	MOVD  F3, VEC(3)(R13)
	MOVD  F4, VEC(4)(R13)
	MOVD  F5, VEC(5)(R13)
	MOVD  F6, VEC(6)(R13)
	MOVD  F7, VEC(7)(R13)

saved:
	MOVW  ·enterGoCall(SB), R0
	MOVW  (R0), R0
	MOVW  R13, R1
	MOVW  $0, R3
	BL    crosscall2(SB)
	MOVW  ·entryFloats(SB), R0
	CMP   $0, R0
	BEQ   returned
	MOVD  VEC(0)(R13), F0
	MOVD  VEC(1)(R13), F1
	MOVD  VEC(2)(R13), F2
	MOVD  VEC(3)(R13), F3
	MOVD  VEC(4)(R13), F4
	MOVD  VEC(5)(R13), F5
	MOVD  VEC(6)(R13), F6
	MOVD  VEC(7)(R13), F7

returned:
	MOVW  0(R13), R0
	MOVW  4(R13), R1
	MOVW  8(R13), R2
	MOVW  12(R13), R3
	MOVW  SAVED(R13), R11
	MOVW  (SAVED+4)(R13), R14
	ADD   $FRAME, R13
	MOVW  R14, R15 // ARMv7 and later: to Thumb if it is odd

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-4
	MOVW g, ret+0(FP)
	RET
