#include "go_asm.h"
#include "textflag.h"

#ifdef GOOS_windows
DATA ·entryAddr(SB)/8, $sysvEntryWindows<>(SB)
#else
DATA ·entryAddr(SB)/8, $sysvEntry<>(SB)
#endif
GLOBL ·entryAddr(SB), NOPTR|RODATA, $8

// void sysvEntry(Frame *rdi), a C function (x86-64 psABI, section 3.2).
//
//	rbp+8   return address
//	rbp     rbp of the caller
//	rbp-8   rbx of the caller
//	rbp-16  unused: keeps rsp a multiple of 16
//	...     stack words, one more if their number is odd
TEXT sysvEntry<>(SB), NOSPLIT|NOFRAME, $0
	PUSHQ BP
	MOVQ  SP, BP
	PUSHQ BX
	PUSHQ BX
	MOVQ  DI, BX
	MOVQ  (Frame_Stack+8)(BX), CX
	TESTQ CX, CX
	JEQ   registers

	LEAQ 1(CX), AX
	ANDQ $~1, AX
	SHLQ $3, AX
	MOVQ Frame_Stack(BX), SI
	SUBQ AX, SP
	ANDQ $~63, SP // vectors of up to 64 bytes are at multiples of their size

	// From the highest word down, so that a stack that is too small ends at its
	// guard page.
copy:
	MOVQ -8(SI)(CX*8), AX
	MOVQ AX, -8(SP)(CX*8)
	DECQ CX
	JNE  copy

registers:
	MOVQ  Frame_Floats(BX), AX
	TESTQ AX, AX
	JEQ   integers
	CMPQ  AX, $255
	JHI   wideRegs
	MOVSD (Frame_Reg+6*8)(BX), X0
	MOVSD (Frame_Reg+7*8)(BX), X1
	MOVSD (Frame_Reg+8*8)(BX), X2
	MOVSD (Frame_Reg+9*8)(BX), X3
	MOVSD (Frame_Reg+10*8)(BX), X4
	MOVSD (Frame_Reg+11*8)(BX), X5
	MOVSD (Frame_Reg+12*8)(BX), X6
	MOVSD (Frame_Reg+13*8)(BX), X7

integers:
	MOVQ (Frame_Reg+0*8)(BX), DI
	MOVQ (Frame_Reg+1*8)(BX), SI
	MOVQ (Frame_Reg+2*8)(BX), DX
	MOVQ (Frame_Reg+3*8)(BX), CX
	MOVQ (Frame_Reg+4*8)(BX), R8
	MOVQ (Frame_Reg+5*8)(BX), R9
	MOVQ Frame_Addr(BX), R11
	CALL R11

	MOVQ    AX, (Frame_Ret+0)(BX)
	MOVQ    DX, (Frame_Ret+8)(BX)
	MOVWLZX Frame_FloatResult(BX), CX // and wideRet
	TESTL   CX, CX
	JEQ     done
	MOVSD   X0, (Frame_FloatRet+0)(BX)
	MOVSD   X1, (Frame_FloatRet+8)(BX)
	SHRL    $8, CX
	JNE     wideResult

done:
	XORL AX, AX
	LEAQ -16(BP), SP
	POPQ BX
	POPQ BX
	POPQ BP
	RET

wideRegs:
	MOVQ   Frame_wide(BX), R10
	TESTL  $const_loadVec64, AX
	JNE    load64
	TESTL  $const_loadVec32, AX
	JNE    load32
	MOVUPS (wideRegs_vec+0*64)(R10), X0
	MOVUPS (wideRegs_vec+1*64)(R10), X1
	MOVUPS (wideRegs_vec+2*64)(R10), X2
	MOVUPS (wideRegs_vec+3*64)(R10), X3
	MOVUPS (wideRegs_vec+4*64)(R10), X4
	MOVUPS (wideRegs_vec+5*64)(R10), X5
	MOVUPS (wideRegs_vec+6*64)(R10), X6
	MOVUPS (wideRegs_vec+7*64)(R10), X7
	JMP    integers

load32:
	VMOVDQU (wideRegs_vec+0*64)(R10), Y0
	VMOVDQU (wideRegs_vec+1*64)(R10), Y1
	VMOVDQU (wideRegs_vec+2*64)(R10), Y2
	VMOVDQU (wideRegs_vec+3*64)(R10), Y3
	VMOVDQU (wideRegs_vec+4*64)(R10), Y4
	VMOVDQU (wideRegs_vec+5*64)(R10), Y5
	VMOVDQU (wideRegs_vec+6*64)(R10), Y6
	VMOVDQU (wideRegs_vec+7*64)(R10), Y7
	JMP     integers

load64:
	VMOVDQU64 (wideRegs_vec+0*64)(R10), Z0
	VMOVDQU64 (wideRegs_vec+1*64)(R10), Z1
	VMOVDQU64 (wideRegs_vec+2*64)(R10), Z2
	VMOVDQU64 (wideRegs_vec+3*64)(R10), Z3
	VMOVDQU64 (wideRegs_vec+4*64)(R10), Z4
	VMOVDQU64 (wideRegs_vec+5*64)(R10), Z5
	VMOVDQU64 (wideRegs_vec+6*64)(R10), Z6
	VMOVDQU64 (wideRegs_vec+7*64)(R10), Z7
	JMP       integers

wideResult:
	MOVQ Frame_wide(BX), R10

	TESTL $const_retVec16, CX
	JEQ   not16
	MOVUPS X0, wideRegs_vec(R10)

not16:
	TESTL $const_retVec32, CX
	JEQ   not32
	VMOVDQU Y0, wideRegs_vec(R10)

not32:
	TESTL $const_retVec64, CX
	JEQ   not64
	VMOVDQU64 Z0, wideRegs_vec(R10)

not64:
	TESTL  $(const_retX87|const_retX87Two), CX
	JEQ    notX87
	FMOVXP F0, wideRegs_x87(R10)
	TESTL $const_retX87Two, CX
	JEQ   notX87
	FMOVXP F0, (wideRegs_x87+16)(R10)

notX87:
	TESTL $const_retUpper, CX
	JEQ   done
	VZEROUPPER
	JMP done

#ifdef GOOS_windows
// void sysvEntryWindows(Frame *rcx), a C function of Windows, keeps what code of
// System V need not.
TEXT sysvEntryWindows<>(SB), NOSPLIT|NOFRAME, $0
	PUSHQ  BP
	MOVQ   SP, BP
	PUSHQ  DI
	PUSHQ  SI
	SUBQ   $160, SP
	MOVUPS X6, 0(SP)
	MOVUPS X7, 16(SP)
	MOVUPS X8, 32(SP)
	MOVUPS X9, 48(SP)
	MOVUPS X10, 64(SP)
	MOVUPS X11, 80(SP)
	MOVUPS X12, 96(SP)
	MOVUPS X13, 112(SP)
	MOVUPS X14, 128(SP)
	MOVUPS X15, 144(SP)
	MOVQ   CX, DI
	CALL   sysvEntry<>(SB)
	MOVUPS 0(SP), X6
	MOVUPS 16(SP), X7
	MOVUPS 32(SP), X8
	MOVUPS 48(SP), X9
	MOVUPS 64(SP), X10
	MOVUPS 80(SP), X11
	MOVUPS 96(SP), X12
	MOVUPS 112(SP), X13
	MOVUPS 128(SP), X14
	MOVUPS 144(SP), X15
	ADDQ   $160, SP
	POPQ   SI
	POPQ   DI
	POPQ   BP
	RET
#endif
