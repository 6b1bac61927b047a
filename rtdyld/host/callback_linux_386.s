#include "textflag.h"

// What is saved is an abi.Saved, of 300 bytes, above the arguments of crosscall2.
#define SAVED 16
#define NUMBER (SAVED+72)
#define VEC (SAVED+80)
#define STACK (SAVED+288)
#define RETURNED (SAVED+292)
#define FRAME (SAVED+300)

DATA ·nativeEntry(SB)/4, $cdecl386Callback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $4

// cdecl386Callback is where thunks lead (i386 psABI, section 2.2). CX is the number.
TEXT cdecl386Callback<>(SB), NOSPLIT|NOFRAME, $0-0
	LEAL 4(SP), AX
	ADJSP $FRAME
	MOVL CX, NUMBER(SP)
	MOVL $0, (NUMBER+4)(SP)
	MOVL AX, STACK(SP)
	MOVL $0, RETURNED(SP)
	MOVL $0, (RETURNED+4)(SP)
	MOVL ·enterGoCall(SB), AX
	MOVL (AX), AX
	MOVL AX, 0(SP)
	LEAL SAVED(SP), AX
	MOVL AX, 4(SP)
	MOVL $0, 8(SP)
	MOVL $0, 12(SP)
	CALL crosscall2(SB)
	MOVL (SAVED+0)(SP), AX
	MOVL (SAVED+4)(SP), DX
	CMPL RETURNED(SP), $0
	JEQ  done
	FMOVD VEC(SP), F0

done:
	ADJSP $-FRAME
	RET

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-4
	MOVL (TLS), AX
	MOVL AX, ret+0(FP)
	RET
