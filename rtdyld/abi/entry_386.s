#include "go_asm.h"
#include "textflag.h"

DATA ·entryAddr(SB)/4, $cdecl386Entry<>(SB)
GLOBL ·entryAddr(SB), NOPTR|RODATA, $4

// void cdecl386Entry(Frame *f), a C function (i386 psABI, section 2.2).
//
//	ebp+8  f
//	ebp+4  return address
//	ebp    ebp of the caller
//	ebp-4  ebx of the caller
//	...    unused, then stack words from a multiple of 16 on
TEXT cdecl386Entry<>(SB), NOSPLIT|NOFRAME, $0
	PUSHL BP
	MOVL  SP, BP
	PUSHL BX
	MOVL  8(BP), BX
	MOVL  (Frame_Stack+4)(BX), CX
	MOVL  Frame_Stack(BX), DX
	ADDL  CX, CX
	LEAL  (CX*4), AX
	SUBL  AX, SP
	ANDL  $~15, SP
	TESTL CX, CX
	JEQ   call

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	MOVL -4(DX)(CX*4), AX
	MOVL AX, -4(SP)(CX*4)
	DECL CX
	JNE  copy

call:
	MOVL Frame_Addr(BX), AX
	CALL AX

	MOVL   AX, (Frame_Ret+0)(BX)
	MOVL   DX, (Frame_Ret+4)(BX)
	CMPB   Frame_FloatResult(BX), $0
	JEQ    done
	FMOVF  F0, (Frame_FloatRet+8)(BX)
	FMOVDP F0, (Frame_FloatRet+0)(BX)

done:
	LEAL -4(BP), SP
	POPL BX
	POPL BP
	RET
