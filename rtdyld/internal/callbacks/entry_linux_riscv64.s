#include "textflag.h"

// What is saved is an abi.Saved, of 304 bytes; the return address is behind it.
#define NUMBER 72
#define VEC(n) (80+n*16)
#define STACK 288
#define RETURNED 296
#define SAVED 304
#define FRAME (SAVED+16)

DATA ·nativeEntry(SB)/8, $lp64Callback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $8

// lp64Callback is where thunks lead (RISC-V psABI, "Procedure Calling Convention"). X7 is the number.
TEXT lp64Callback<>(SB), NOSPLIT|NOFRAME, $0-0
	MOV  X2, X6
	ADD  $-FRAME, X2
	MOV  X1, SAVED(X2)
	MOV  X10, 0(X2)
	MOV  X11, 8(X2)
	MOV  X12, 16(X2)
	MOV  X13, 24(X2)
	MOV  X14, 32(X2)
	MOV  X15, 40(X2)
	MOV  X16, 48(X2)
	MOV  X17, 56(X2)
	MOV  X7, NUMBER(X2)
	MOVD F10, VEC(0)(X2)
	MOVD F11, VEC(1)(X2)
	MOVD F12, VEC(2)(X2)
	MOVD F13, VEC(3)(X2)
	MOVD F14, VEC(4)(X2)
	MOVD F15, VEC(5)(X2)
	MOVD F16, VEC(6)(X2)
	MOVD F17, VEC(7)(X2)
	MOV  X6, STACK(X2)
	MOV  X0, RETURNED(X2)
	MOV  ·enterGoCall(SB), X10
	MOV  (X10), X10
	MOV  X2, X11
	MOV  X0, X13
	MOV  $enter<>(SB), X5
	CALL X5
	MOV  0(X2), X10
	MOV  8(X2), X11
	MOVD VEC(0)(X2), F10
	MOVD VEC(1)(X2), F11
	MOV  SAVED(X2), X1
	ADD  $FRAME, X2
	RET

// enter goes on to crosscall2, which is on C's stack and needs more than the linker lets functions have that it sees called.
TEXT enter<>(SB), NOSPLIT|NOFRAME, $0-0
	JMP crosscall2(SB)

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOV g, ret+0(FP)
	RET
