#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/4, $aapcs32Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $4

// void aapcs32Entry(Frame *r0), a C function (AAPCS32, section 6). It touches no
// floating point register unless arguments or the result are in them.
//
//	r4+12  return address
//	r4     r4, r5, r11 of the caller
//	...    stack words
TEXT aapcs32Entry<>(SB), NOSPLIT|NOFRAME, $0
	MOVM.DB.W [R4, R5, R11, R14], (R13)
	MOVW      R13, R4
	MOVW      R0, R5
	MOVW      (Frame_Stack+4)(R5), R3
	CMP       $0, R3
	BEQ       registers

	MOVW R3<<3, R3
	SUB  R3, R13
	MOVW Frame_Stack(R5), R1

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	SUB  $4, R3
	MOVW R3<<0(R1), R2
	MOVW R2, R3<<0(R13)
	CMP  $0, R3
	BNE  copy

registers:
	MOVW Frame_Floats(R5), R0
	CMP  $0, R0
	BEQ  integers
	MOVD (Frame_Reg+2*8)(R5), F0
	MOVD (Frame_Reg+3*8)(R5), F1
	MOVD (Frame_Reg+4*8)(R5), F2
	MOVD (Frame_Reg+5*8)(R5), F3
	MOVD (Frame_Reg+6*8)(R5), F4
	MOVD (Frame_Reg+7*8)(R5), F5
	MOVD (Frame_Reg+8*8)(R5), F6
	MOVD (Frame_Reg+9*8)(R5), F7

integers:
	MOVW (Frame_Reg+0*4)(R5), R0
	MOVW (Frame_Reg+1*4)(R5), R1
	MOVW (Frame_Reg+2*4)(R5), R2
	MOVW (Frame_Reg+3*4)(R5), R3
	MOVW Frame_Addr(R5), R12
	WORD $0xe12fff3c // blx r12: ARM or Thumb

	MOVW  R0, (Frame_Ret+0)(R5)
	MOVW  R1, (Frame_Ret+4)(R5)
	MOVHU Frame_FloatResult(R5), R12 // and wideRet
	CMP   $0, R12
	BEQ   done
	MOVW  R2, (Frame_Ret+8)(R5)
	MOVW  R3, (Frame_Ret+12)(R5)
	TST   $const_floats, R12
	BEQ   done
	MOVD  F0, (Frame_FloatRet+0)(R5)
	MOVD  F1, (Frame_FloatRet+8)(R5)
	TST   $const_wideVecs, R12
	BEQ   done
	MOVW  Frame_wide(R5), R1
	MOVD  F0, (wideRegs_vec+0*8)(R1)
	MOVD  F1, (wideRegs_vec+1*8)(R1)
	MOVD  F2, (wideRegs_vec+2*8)(R1)
	MOVD  F3, (wideRegs_vec+3*8)(R1)
	MOVD  F4, (wideRegs_vec+4*8)(R1)
	MOVD  F5, (wideRegs_vec+5*8)(R1)
	MOVD  F6, (wideRegs_vec+6*8)(R1)
	MOVD  F7, (wideRegs_vec+7*8)(R1)

done:
	MOVW      R4, R13
	MOVM.IA.W (R13), [R4, R5, R11, R15]
