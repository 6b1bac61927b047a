#include "textflag.h"

// What is saved is an abi.Saved, of 300 bytes, above the arguments of crosscall2.
#define SAVED 16
#define NUMBER (SAVED+72)
#define VEC(n) (SAVED+80+n*16)
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
	CMPL ·entryFloats(SB), $0
	JEQ  saved
	MOVUPS X0, VEC(0)(SP)
	MOVUPS X1, VEC(1)(SP)
	MOVUPS X2, VEC(2)(SP)

saved:
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
	CMPL ·entryFloats(SB), $0
	JEQ  loaded
	MOVUPS VEC(0)(SP), X0

loaded:
	MOVL RETURNED(SP), CX
	TESTL CX, CX
	JNE  more

done:
	ADJSP $-FRAME
	RET

more:
	TESTL $1, CX          // abi.ReturnedX87
	JEQ  wide
	FMOVD VEC(0)(SP), F0
	JMP  done

wide:
	TESTL $2, CX          // abi.ReturnedX87Wide
	JEQ  pops
	TESTL $4, CX          // abi.ReturnedX87Two
	JEQ  one
	FMOVX VEC(1)(SP), F0

one:
	FMOVX VEC(0)(SP), F0
	JMP  done

pops: // abi.ReturnedPops
	MOVL FRAME(SP), CX
	ADJSP $-(FRAME+8)
	JMP  CX

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-4
	MOVL (TLS), AX
	MOVL AX, ret+0(FP)
	RET
