#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/8, $lp64Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void lp64Entry(Frame *a0), a C function (RISC-V psABI, "Procedure Calling Convention").
// X2 is sp, X8 s0, X9 s1, X10 to X17 are a0 to a7, F10 to F17 fa0 to fa7. The caller's sp
// need not be a multiple of 16: Go's is none when it calls C.
//
//	X8+24   return address
//	X8+16   X8 of the caller
//	X8+8    X9 of the caller
//	...     stack words, one more if their number is odd
TEXT lp64Entry<>(SB), NOSPLIT|NOFRAME, $0
	ADD  $-32, X2
	MOV  X1, 24(X2)
	MOV  X8, 16(X2)
	MOV  X9, 8(X2)
	MOV  X2, X8
	AND  $~15, X2
	MOV  X10, X9
	MOV  (Frame_Stack+8)(X9), X5
	BEQZ X5, registers

	ADD $1, X5, X6
	AND $~1, X6, X6
	SLL $3, X6, X6
	SUB X6, X2, X2
	MOV Frame_Stack(X9), X7

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	ADD  $-1, X5
	SLL  $3, X5, X6
	ADD  X6, X7, X28
	MOV  (X28), X29
	ADD  X6, X2, X28
	MOV  X29, (X28)
	BNEZ X5, copy

registers:
	MOV  Frame_Floats(X9), X5
	BEQZ X5, integers
	MOVD (Frame_Reg+8*8)(X9), F10
	MOVD (Frame_Reg+9*8)(X9), F11
	MOVD (Frame_Reg+10*8)(X9), F12
	MOVD (Frame_Reg+11*8)(X9), F13
	MOVD (Frame_Reg+12*8)(X9), F14
	MOVD (Frame_Reg+13*8)(X9), F15
	MOVD (Frame_Reg+14*8)(X9), F16
	MOVD (Frame_Reg+15*8)(X9), F17

integers:
	MOV  (Frame_Reg+0*8)(X9), X10
	MOV  (Frame_Reg+1*8)(X9), X11
	MOV  (Frame_Reg+2*8)(X9), X12
	MOV  (Frame_Reg+3*8)(X9), X13
	MOV  (Frame_Reg+4*8)(X9), X14
	MOV  (Frame_Reg+5*8)(X9), X15
	MOV  (Frame_Reg+6*8)(X9), X16
	MOV  (Frame_Reg+7*8)(X9), X17
	MOV  Frame_Addr(X9), X5
	CALL X5

	MOV  X10, (Frame_Ret+0)(X9)
	MOV  X11, (Frame_Ret+8)(X9)
	MOVD F10, (Frame_FloatRet+0)(X9)
	MOVD F11, (Frame_FloatRet+8)(X9)
	MOV  X8, X2
	MOV  24(X2), X1
	MOV  8(X2), X9
	MOV  16(X2), X8
	ADD  $32, X2
	RET
