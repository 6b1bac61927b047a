#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/4, $o32Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $4

// void o32Entry(Frame *a0), a C function ("System V ABI, MIPS RISC Processor Supplement",
// chapter 3). R29 is sp, R4 to R7 are a0 to a3, R16 and R17 s0 and s1, R28 gp, R25 t9, F12 and
// F13, F14 and F15 take floating point numbers. Above sp are 16 bytes for a0 to a3, then the
// words of the stack.
//
//	R16+28  return address
//	R16+24  R16 of the caller
//	R16+20  R17 of the caller
//	R16+16  gp of the caller
//	R16+0   unused
//	...     stack words, from a multiple of 8 on
TEXT o32Entry<>(SB), NOSPLIT|NOFRAME, $0
	ADDU $-32, R29
	MOVW R31, 28(R29)
	MOVW R16, 24(R29)
	MOVW R17, 20(R29)
	MOVW R28, 16(R29)
	MOVW R29, R16
	MOVW $~7, R8
	AND  R8, R29
	MOVW R4, R17
	MOVW (Frame_Stack+4)(R17), R8
	SLL  $1, R8
	BEQ  R8, registers

	SLL  $2, R8, R9
	SUBU R9, R29
	MOVW Frame_Stack(R17), R10

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	ADDU $-1, R8
	SLL  $2, R8, R9
	ADDU R9, R10, R11
	MOVW (R11), R12
	ADDU R9, R29, R11
	MOVW R12, (R11)
	BNE  R8, copy

registers:
	ADDU $-16, R29
	MOVW Frame_Floats(R17), R8
	BEQ  R8, integers
	MOVF (Frame_Reg+4*4)(R17), F12
	MOVF (Frame_Reg+5*4)(R17), F13
	MOVF (Frame_Reg+6*4)(R17), F14
	MOVF (Frame_Reg+7*4)(R17), F15

integers:
	MOVW (Frame_Reg+0*4)(R17), R4
	MOVW (Frame_Reg+1*4)(R17), R5
	MOVW (Frame_Reg+2*4)(R17), R6
	MOVW (Frame_Reg+3*4)(R17), R7
	MOVW Frame_Addr(R17), R25
	JAL  (R25)

	MOVW R2, (Frame_Ret+0)(R17)
	MOVW R3, (Frame_Ret+4)(R17)
	MOVB Frame_FloatResult(R17), R8
	BEQ  R8, done
	MOVF F0, (Frame_FloatRet+0)(R17)
	MOVF F1, (Frame_FloatRet+4)(R17)

done:
	MOVW R16, R29
	MOVW 28(R29), R31
	MOVW 20(R29), R17
	MOVW 16(R29), R28
	MOVW 24(R29), R16
	ADDU $32, R29
	RET
