//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 175
#define SIG_SETMASK 2

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps r4 and r10, as C functions do. All signals are blocked while it runs.
TEXT ·switchStack(SB), NOSPLIT, $16-12
	MOVW $-1, R0
	MOVW R0, all-16(SP)
	MOVW R0, allHigh-12(SP)
	MOVW $SIG_SETMASK, R0
	MOVW $all-16(SP), R1
	MOVW $old-8(SP), R2
	MOVW $8, R3
	MOVW $SYS_rt_sigprocmask, R7
	SWI  $0

	MOVW entry+0(FP), R5
	MOVW f+4(FP), R0
	MOVW top+8(FP), R6
	MOVW R13, R4
	MOVW R6, R13
	BL   (R5)
	MOVW R4, R13

	MOVW $SIG_SETMASK, R0
	MOVW $old-8(SP), R1
	MOVW $0, R2
	MOVW $8, R3
	MOVW $SYS_rt_sigprocmask, R7
	SWI  $0
	RET
