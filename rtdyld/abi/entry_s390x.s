#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/8, $s390xEntry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void s390xEntry(Frame *r2), a C function (s390x ELF ABI, section 1.2).
//
//	160(R15)  stack words
//	0(R15)    what functions called save
//
// Its caller's frame has the registers 6 to 15 from 48 on.
TEXT s390xEntry<>(SB), NOSPLIT|NOFRAME, $0
	STMG R6, R15, 48(R15)
	MOVD R15, R11
	MOVD R2, R12
	MOVD (Frame_Stack+8)(R12), R5
	MOVD Frame_Stack(R12), R8
	SLD  $3, R5, R6
	ADD  $160, R6
	SUB  R6, R15, R7
	CMPBEQ R5, $0, registers

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	ADD  $-1, R5
	SLD  $3, R5, R6
	MOVD (R8)(R6*1), R9
	MOVD R9, 160(R7)(R6*1)
	CMPBNE R5, $0, copy

registers:
	MOVD  R11, 0(R7)
	MOVD  R7, R15
	MOVD  Frame_Floats(R12), R5
	CMPBEQ R5, $0, integers
	FMOVD (Frame_Reg+5*8)(R12), F0
	FMOVD (Frame_Reg+6*8)(R12), F2
	FMOVD (Frame_Reg+7*8)(R12), F4
	FMOVD (Frame_Reg+8*8)(R12), F6

integers:
	MOVD (Frame_Reg+0*8)(R12), R2
	MOVD (Frame_Reg+1*8)(R12), R3
	MOVD (Frame_Reg+2*8)(R12), R4
	MOVD (Frame_Reg+3*8)(R12), R5
	MOVD (Frame_Reg+4*8)(R12), R6
	MOVD Frame_Addr(R12), R1
	BL   (R1)

	MOVD  R2, (Frame_Ret+0)(R12)
	MOVD  R3, (Frame_Ret+8)(R12)
	FMOVD F0, (Frame_FloatRet+0)(R12)
	FMOVS F0, (Frame_FloatRet+12)(R12)
	MOVD  R11, R15
	LMG   48(R15), R6, R15
	RET
