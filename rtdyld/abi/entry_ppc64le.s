#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/8, $elfv2Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void elfv2Entry(Frame *r3), a C function (64-bit ELF V2 ABI, section 2.2). The caller's r1
// is a multiple of 16, and what is 288 bytes below it belongs to functions.
//
//	R1-8    R28 of the caller
//	R1-16   R29 of the caller
//	...     stack words, one more if their number is odd
//	+32     parameter save area of r3 to r10
//	+0      back chain, and what functions called save
TEXT elfv2Entry<>(SB), NOSPLIT|NOFRAME, $0
	MOVD LR, R0
	MOVD R0, 16(R1)
	MOVD R28, -8(R1)
	MOVD R29, -16(R1)
	MOVD R1, R28
	MOVD R3, R29
	MOVD (Frame_Stack+8)(R29), R5
	MOVD Frame_Stack(R29), R8
	ADD  $1, R5, R6
	SRD  $1, R6
	SLD  $4, R6
	ADD  $112, R6
	SUB  R6, R1, R7
	CMP  R5, $0
	BEQ  registers

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	ADD  $-1, R5
	SLD  $3, R5, R6
	MOVD (R8)(R6), R9
	ADD  R6, R7, R10
	MOVD R9, 96(R10)
	CMP  R5, $0
	BNE  copy

registers:
	MOVD  R1, 0(R7)
	MOVD  R7, R1
	MOVD  Frame_Floats(R29), R5
	CMP   R5, $0
	BEQ   integers
	FMOVD (Frame_Reg+8*8)(R29), F1
	FMOVD (Frame_Reg+9*8)(R29), F2
	FMOVD (Frame_Reg+10*8)(R29), F3
	FMOVD (Frame_Reg+11*8)(R29), F4
	FMOVD (Frame_Reg+12*8)(R29), F5
	FMOVD (Frame_Reg+13*8)(R29), F6
	FMOVD (Frame_Reg+14*8)(R29), F7
	FMOVD (Frame_Reg+15*8)(R29), F8
	FMOVD (Frame_Reg+16*8)(R29), F9
	FMOVD (Frame_Reg+17*8)(R29), F10
	FMOVD (Frame_Reg+18*8)(R29), F11
	FMOVD (Frame_Reg+19*8)(R29), F12
	FMOVD (Frame_Reg+20*8)(R29), F13

integers:
	MOVD (Frame_Reg+0*8)(R29), R3
	MOVD (Frame_Reg+1*8)(R29), R4
	MOVD (Frame_Reg+2*8)(R29), R5
	MOVD (Frame_Reg+3*8)(R29), R6
	MOVD (Frame_Reg+4*8)(R29), R7
	MOVD (Frame_Reg+5*8)(R29), R8
	MOVD (Frame_Reg+6*8)(R29), R9
	MOVD (Frame_Reg+7*8)(R29), R10
	MOVD R2, 24(R1)
	MOVD Frame_Addr(R29), R12
	MOVD R12, CTR
	BL   (CTR)
	MOVD 24(R1), R2

	MOVD  R3, (Frame_Ret+0)(R29)
	MOVD  R4, (Frame_Ret+8)(R29)
	FMOVD F1, (Frame_FloatRet+0)(R29)
	FMOVS F1, (Frame_FloatRet+8)(R29)
	MOVD  R28, R1
	MOVD  -16(R1), R29
	MOVD  -8(R1), R28
	MOVD  16(R1), R0
	MOVD  R0, LR
	RET
