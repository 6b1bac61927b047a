#include "go_asm.h"
#include "textflag.h"

DATA ·quickEntryAddr(SB)/8, $quickEntry<>(SB)
GLOBL ·quickEntryAddr(SB), NOPTR|RODATA, $8

// void quickEntry(Quick *rdi), a C function (x86-64 psABI, section 3.2). What rdi points to
// is on the goroutine's stack, which has moved if the function called back into Go: its
// distance to the stack's upper end is the same. _cgo_topofstack gives that end, as cgo's
// own wrappers have it; it is a C function of the runtime.
//
//	rbp+8   return address
//	rbp     rbp of the caller
//	rbp-8   rbx of the caller
//	rbp-16  r12 of the caller
//	rbp-32  xmm0
//	...     stack words, one more if their number is odd
TEXT quickEntry<>(SB), NOSPLIT|NOFRAME, $0
	PUSHQ BP
	MOVQ  SP, BP
	PUSHQ BX
	PUSHQ R12
	ADJSP $16
	MOVQ  DI, R12
	CALL  _cgo_topofstack(SB)
	MOVQ  R12, DI
	MOVQ  R12, BX
	SUBQ  AX, BX
	MOVQ  Quick_Floats(DI), AX
	TESTQ AX, AX
	JEQ   integers
	MOVSD (Quick_Reg+6*8)(DI), X0
	MOVSD (Quick_Reg+7*8)(DI), X1
	MOVSD (Quick_Reg+8*8)(DI), X2
	MOVSD (Quick_Reg+9*8)(DI), X3
	MOVSD (Quick_Reg+10*8)(DI), X4
	MOVSD (Quick_Reg+11*8)(DI), X5
	MOVSD (Quick_Reg+12*8)(DI), X6
	MOVSD (Quick_Reg+13*8)(DI), X7
	MOVQ  AX, CX
	SHRQ  $const_quickShift, CX
	JNE   stack

integers:
	MOVQ Quick_Addr(DI), R11
	MOVQ (Quick_Reg+1*8)(DI), SI
	MOVQ (Quick_Reg+2*8)(DI), DX
	MOVQ (Quick_Reg+3*8)(DI), CX
	MOVQ (Quick_Reg+4*8)(DI), R8
	MOVQ (Quick_Reg+5*8)(DI), R9
	MOVQ (Quick_Reg+0*8)(DI), DI
	CALL R11

	MOVQ  AX, R12
	MOVSD X0, -32(BP)
	CALL  _cgo_topofstack(SB)
	ADDQ  AX, BX
	MOVQ  R12, Quick_Ret(BX)
	MOVQ  -32(BP), AX
	MOVQ  AX, Quick_FloatRet(BX)
	XORL  AX, AX
	LEAQ  -32(BP), SP
	ADJSP $-16
	POPQ  R12
	POPQ  BX
	POPQ  BP
	RET

stack:
	ANDL $255, AX
	LEAQ 1(CX), DX
	ANDQ $~1, DX
	SHLQ $3, DX
	SUBQ DX, SP

	// From the highest word down, so that a stack that is too small ends at its guard page.
copy:
	MOVQ (Quick__size-8)(DI)(CX*8), DX
	MOVQ DX, -8(SP)(CX*8)
	DECQ CX
	JNE  copy
	JMP  integers
