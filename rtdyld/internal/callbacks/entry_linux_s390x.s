//go:build go1.27

#include "textflag.h"

// The frame: what functions called save, and an abi.Saved of 304 bytes.
#define SAVED 160
#define NUMBER (SAVED+72)
#define VEC(n) (SAVED+80+n*16)
#define STACK (SAVED+288)
#define RETURNED (SAVED+296)
#define FRAME (SAVED+304)

DATA ·nativeEntry(SB)/8, $s390xCallback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $8

// s390xCallback is where thunks lead (s390x ELF ABI, section 1.2). R0 is the number.
TEXT s390xCallback<>(SB), NOSPLIT|NOFRAME, $0-0
	STMG  R6, R15, 48(R15)
	MOVD  R15, R1
	SUB   $FRAME, R15
	MOVD  R1, 0(R15)
	MOVD  R2, (SAVED+0)(R15)
	MOVD  R3, (SAVED+8)(R15)
	MOVD  R4, (SAVED+16)(R15)
	MOVD  R5, (SAVED+24)(R15)
	MOVD  R6, (SAVED+32)(R15)
	MOVD  R0, NUMBER(R15)
	FMOVD F0, VEC(0)(R15)
	FMOVD F2, VEC(1)(R15)
	FMOVD F4, VEC(2)(R15)
	FMOVD F6, VEC(3)(R15)
	ADD   $160, R1
	MOVD  R1, STACK(R15)
	MOVD  $0, R2
	MOVD  R2, RETURNED(R15)
	MOVD  ·enterGoCall(SB), R2
	MOVD  (R2), R2
	MOVD  $SAVED(R15), R3
	MOVD  $0, R5
	MOVD  $enter<>(SB), R1
	BL    (R1)
	MOVD  (SAVED+0)(R15), R2
	FMOVD VEC(0)(R15), F0
	ADD   $FRAME, R15
	LMG   48(R15), R6, R15
	RET

// enter goes on to crosscall2, which is on C's stack and needs more than the linker lets functions have that it sees called.
TEXT enter<>(SB), NOSPLIT|NOFRAME, $0-0
	BR crosscall2(SB)

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET
