//go:build !rtdyld_nolinkname

#include "textflag.h"

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps rbx and rbp, as C functions do.
TEXT ·switchStack(SB), NOSPLIT, $0-24
	MOVQ entry+0(FP), AX
	MOVQ f+8(FP), DI
	MOVQ top+16(FP), CX
	MOVQ SP, BX
	MOVQ CX, SP
	CALL AX
	MOVQ BX, SP
	RET
