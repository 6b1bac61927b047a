#include "textflag.h"

// What is saved is an abi.Saved, of 304 bytes; R27, which the assembler may use by itself, and the return address are behind it.
#define NUMBER 72
#define VEC(n) (80+n*16)
#define STACK 288
#define RETURNED 296
#define SAVED 304
#define FRAME (SAVED+16)

DATA ·nativeEntry(SB)/8, $aapcs64Callback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $8

// aapcs64Callback is where thunks lead (AAPCS64, section 6). R17 is the number.
TEXT aapcs64Callback<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD   RSP, R10
	SUB    $FRAME, RSP
	STP    (R27, R30), SAVED(RSP)
	STP    (R0, R1), 0(RSP)
	STP    (R2, R3), 16(RSP)
	STP    (R4, R5), 32(RSP)
	STP    (R6, R7), 48(RSP)
	STP    (R8, R17), 64(RSP)
	FSTPQ  (F0, F1), VEC(0)(RSP)
	FSTPQ  (F2, F3), VEC(2)(RSP)
	FSTPQ  (F4, F5), VEC(4)(RSP)
	FSTPQ  (F6, F7), VEC(6)(RSP)
	STP    (R10, ZR), STACK(RSP)
	MOVD   ·enterGoCall(SB), R0
	MOVD   (R0), R0
	MOVD   RSP, R1
	MOVD   ZR, R3
	BL     crosscall2(SB)
	LDP    0(RSP), (R0, R1)
	FLDPQ  VEC(0)(RSP), (F0, F1)
	FLDPQ  VEC(2)(RSP), (F2, F3)
	LDP    SAVED(RSP), (R27, R30)
	ADD    $FRAME, RSP
	RET

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET
