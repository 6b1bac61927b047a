#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/8, $lp64Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void lp64Entry(Frame *a0), a C function (LoongArch psABI, "Procedure Calling Convention").
// R3 is sp, R4 to R11 are a0 to a7, R12 to R20 t0 to t8, R23 s0, R24 s1, F0 to F7 fa0 to
// fa7. The caller's sp need not be a multiple of 16.
//
//	R23+24  return address
//	R23+16  R23 of the caller
//	R23+8   R24 of the caller
//	...     stack words, one more if their number is odd
TEXT lp64Entry<>(SB), NOSPLIT|NOFRAME, $0
	ADDV $-32, R3
	MOVV R1, 24(R3)
	MOVV R23, 16(R3)
	MOVV R24, 8(R3)
	MOVV R3, R23
	MOVV $~15, R12
	AND  R12, R3
	MOVV R4, R24
	MOVV (Frame_Stack+8)(R24), R12
	BEQ  R12, registers

	ADDV $1, R12, R13
	SRLV $1, R13
	SLLV $4, R13
	SUBV R13, R3
	MOVV Frame_Stack(R24), R14

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	ADDV $-1, R12
	SLLV $3, R12, R13
	ADDV R13, R14, R15
	MOVV (R15), R16
	ADDV R13, R3, R15
	MOVV R16, (R15)
	BNE  R12, copy

registers:
	MOVV Frame_Floats(R24), R12
	BEQ  R12, integers
	MOVD (Frame_Reg+8*8)(R24), F0
	MOVD (Frame_Reg+9*8)(R24), F1
	MOVD (Frame_Reg+10*8)(R24), F2
	MOVD (Frame_Reg+11*8)(R24), F3
	MOVD (Frame_Reg+12*8)(R24), F4
	MOVD (Frame_Reg+13*8)(R24), F5
	MOVD (Frame_Reg+14*8)(R24), F6
	MOVD (Frame_Reg+15*8)(R24), F7

integers:
	MOVV (Frame_Reg+0*8)(R24), R4
	MOVV (Frame_Reg+1*8)(R24), R5
	MOVV (Frame_Reg+2*8)(R24), R6
	MOVV (Frame_Reg+3*8)(R24), R7
	MOVV (Frame_Reg+4*8)(R24), R8
	MOVV (Frame_Reg+5*8)(R24), R9
	MOVV (Frame_Reg+6*8)(R24), R10
	MOVV (Frame_Reg+7*8)(R24), R11
	MOVV Frame_Addr(R24), R12
	JAL  (R12)

	MOVV R4, (Frame_Ret+0)(R24)
	MOVV R5, (Frame_Ret+8)(R24)
	MOVD F0, (Frame_FloatRet+0)(R24)
	MOVD F1, (Frame_FloatRet+8)(R24)
	MOVV R23, R3
	MOVV 24(R3), R1
	MOVV 8(R3), R24
	MOVV 16(R3), R23
	ADDV $32, R3
	RET
