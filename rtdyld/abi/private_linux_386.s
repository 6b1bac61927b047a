//go:build !rtdyld_nolinkname

#include "textflag.h"

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps ebx and ebp, as C functions do, and finds its argument and return
// address on the stack.
TEXT ·switchStack(SB), NOSPLIT, $0-12
	MOVL entry+0(FP), AX
	MOVL f+4(FP), DI
	MOVL top+8(FP), CX
	MOVL SP, BX
	MOVL CX, SP
	SUBL $16, SP
	MOVL DI, 0(SP)
	CALL AX
	MOVL BX, SP
	RET
