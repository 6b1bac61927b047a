//go:build mips64 || mips64le

#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/8, $n64Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void n64Entry(Frame *a0), a C function (MIPSpro N32 ABI Handbook, chapter 2). R29 is sp, R4
// to R11 are a0 to a7, R16 and R17 s0 and s1, R28 gp, R25 t9, F12 to F19 take floating point
// numbers. The caller's sp need not be a multiple of 16.
//
//	R16+24  return address
//	R16+16  R16 of the caller
//	R16+8   R17 of the caller
//	R16+0   gp of the caller
//	...     stack words, one more if their number is odd
TEXT n64Entry<>(SB), NOSPLIT|NOFRAME, $0
	ADDV $-32, R29
	MOVV R31, 24(R29)
	MOVV R16, 16(R29)
	MOVV R17, 8(R29)
	MOVV RSB, 0(R29)
	MOVV R29, R16
	MOVV $~15, R12
	AND  R12, R29
	MOVV R4, R17
	MOVV (Frame_Stack+8)(R17), R12
	BEQ  R12, registers

	ADDV $1, R12, R13
	SRLV $1, R13
	SLLV $4, R13
	SUBV R13, R29
	MOVV Frame_Stack(R17), R14

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	ADDV $-1, R12
	SLLV $3, R12, R13
	ADDV R13, R14, R15
	MOVV (R15), R24
	ADDV R13, R29, R15
	MOVV R24, (R15)
	BNE  R12, copy

registers:
	MOVV Frame_Floats(R17), R12
	BEQ  R12, integers
	MOVD (Frame_Reg+8*8)(R17), F12
	MOVD (Frame_Reg+9*8)(R17), F13
	MOVD (Frame_Reg+10*8)(R17), F14
	MOVD (Frame_Reg+11*8)(R17), F15
	MOVD (Frame_Reg+12*8)(R17), F16
	MOVD (Frame_Reg+13*8)(R17), F17
	MOVD (Frame_Reg+14*8)(R17), F18
	MOVD (Frame_Reg+15*8)(R17), F19

integers:
	MOVV (Frame_Reg+0*8)(R17), R4
	MOVV (Frame_Reg+1*8)(R17), R5
	MOVV (Frame_Reg+2*8)(R17), R6
	MOVV (Frame_Reg+3*8)(R17), R7
	MOVV (Frame_Reg+4*8)(R17), R8
	MOVV (Frame_Reg+5*8)(R17), R9
	MOVV (Frame_Reg+6*8)(R17), R10
	MOVV (Frame_Reg+7*8)(R17), R11
	MOVV Frame_Addr(R17), R25
	JAL  (R25)

	MOVV R2, (Frame_Ret+0)(R17)
	MOVV R3, (Frame_Ret+8)(R17)
	MOVD F0, (Frame_FloatRet+0)(R17)
	MOVD F2, (Frame_FloatRet+8)(R17)
	MOVV R16, R29
	MOVV 24(R29), R31
	MOVV 8(R29), R17
	MOVV 0(R29), RSB
	MOVV 16(R29), R16
	ADDV $32, R29
	RET
