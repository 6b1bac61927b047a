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
	MOVL  Frame_Floats(BX), AX
	TESTL $const_loadWide, AX
	JNE   wideRegs

address:
	MOVL Frame_Addr(BX), AX
	CALL AX

	MOVL    AX, (Frame_Ret+0)(BX)
	MOVL    DX, (Frame_Ret+4)(BX)
	MOVWLZX Frame_FloatResult(BX), CX // and wideRet
	TESTL   CX, CX
	JEQ     done
	TESTL   $255, CX
	JEQ     wideResult
	FMOVF   F0, (Frame_FloatRet+8)(BX)
	FMOVDP  F0, (Frame_FloatRet+0)(BX)

done:
	LEAL -4(BP), SP
	POPL BX
	POPL BP
	RET

wideRegs:
	MOVL   Frame_wide(BX), DX
	TESTL  $const_loadVec64, AX
	JNE    load64
	TESTL  $const_loadVec32, AX
	JNE    load32
	MOVUPS (wideRegs_vec+0*64)(DX), X0
	MOVUPS (wideRegs_vec+1*64)(DX), X1
	MOVUPS (wideRegs_vec+2*64)(DX), X2
	JMP    address

load32:
	VMOVDQU (wideRegs_vec+0*64)(DX), Y0
	VMOVDQU (wideRegs_vec+1*64)(DX), Y1
	VMOVDQU (wideRegs_vec+2*64)(DX), Y2
	JMP     address

load64:
	VMOVDQU64 (wideRegs_vec+0*64)(DX), Z0
	VMOVDQU64 (wideRegs_vec+1*64)(DX), Z1
	VMOVDQU64 (wideRegs_vec+2*64)(DX), Z2
	JMP       address

wideResult:
	MOVL  Frame_wide(BX), DX
	SHRL  $8, CX
	TESTL $const_retVec16, CX
	JEQ   not16
	MOVUPS X0, wideRegs_vec(DX)

not16:
	TESTL $const_retVec32, CX
	JEQ   not32
	VMOVDQU Y0, wideRegs_vec(DX)

not32:
	TESTL $const_retVec64, CX
	JEQ   not64
	VMOVDQU64 Z0, wideRegs_vec(DX)

not64:
	TESTL $const_retX87, CX
	JEQ   notX87
	FMOVXP F0, wideRegs_x87(DX)

notX87:
	TESTL $const_retUpper, CX
	JEQ   done
	VZEROUPPER
	JMP   done
