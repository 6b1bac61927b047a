#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/8, $aapcs64Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void aapcs64Entry(Frame *x0), a C function (AAPCS64, section 6).
//
//	x29+16  x19 of the caller
//	x29     x29 of the caller, return address
//	...     stack words, one more if their number is odd
TEXT aapcs64Entry<>(SB), NOSPLIT|NOFRAME, $0
	STP.W (R29, R30), -32(RSP)
	MOVD  R19, 16(RSP)
	MOVD  RSP, R29
	MOVD  R0, R19
	MOVD  (Frame_Stack+8)(R19), R2
	CBZ   R2, registers

	ADD  $1, R2, R3
	AND  $~1, R3, R3
	MOVD RSP, R4
	SUB  R3<<3, R4, R4
	MOVD R4, RSP
	MOVD Frame_Stack(R19), R5

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	SUB  $1, R2, R2
	MOVD (R5)(R2<<3), R6
	MOVD R6, (R4)(R2<<3)
	CBNZ R2, copy

registers:
	MOVD  Frame_Floats(R19), R2
	CBZ   R2, integers
	MOVD  (Frame_Reg+const_x8*8)(R19), R8
	TBNZ  $8, R2, wideRegs // loadVec16
	FMOVD (Frame_Reg+8*8)(R19), F0
	FMOVD (Frame_Reg+9*8)(R19), F1
	FMOVD (Frame_Reg+10*8)(R19), F2
	FMOVD (Frame_Reg+11*8)(R19), F3
	FMOVD (Frame_Reg+12*8)(R19), F4
	FMOVD (Frame_Reg+13*8)(R19), F5
	FMOVD (Frame_Reg+14*8)(R19), F6
	FMOVD (Frame_Reg+15*8)(R19), F7

integers:
	MOVD (Frame_Reg+0*8)(R19), R0
	MOVD (Frame_Reg+1*8)(R19), R1
	MOVD (Frame_Reg+2*8)(R19), R2
	MOVD (Frame_Reg+3*8)(R19), R3
	MOVD (Frame_Reg+4*8)(R19), R4
	MOVD (Frame_Reg+5*8)(R19), R5
	MOVD (Frame_Reg+6*8)(R19), R6
	MOVD (Frame_Reg+7*8)(R19), R7
	MOVD Frame_Addr(R19), R16
	CALL (R16)

	MOVD  R0, (Frame_Ret+0)(R19)
	MOVD  R1, (Frame_Ret+8)(R19)
	MOVHU Frame_FloatResult(R19), R2 // and wideRet
	CBZ   R2, done
	FMOVD F0, (Frame_FloatRet+0)(R19)
	FMOVD F1, (Frame_FloatRet+8)(R19)
	TBNZ  $8, R2, wideResult // retVec16

done:
	MOVD  R29, RSP
	MOVD  16(RSP), R19
	LDP.P 32(RSP), (R29, R30)
	RET

wideRegs:
	MOVD  Frame_wide(R19), R3
	FLDPQ (wideRegs_vec+0*16)(R3), (F0, F1)
	FLDPQ (wideRegs_vec+2*16)(R3), (F2, F3)
	FLDPQ (wideRegs_vec+4*16)(R3), (F4, F5)
	FLDPQ (wideRegs_vec+6*16)(R3), (F6, F7)
	B     integers

wideResult:
	MOVD  Frame_wide(R19), R3
	FSTPQ (F0, F1), (wideRegs_vec+0*16)(R3)
	FSTPQ (F2, F3), (wideRegs_vec+2*16)(R3)
	B     done
