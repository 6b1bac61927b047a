//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 135
#define SIG_SETMASK 2

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps x19 and x28, as C functions do. All signals are blocked while it runs.
TEXT ·switchStack(SB), NOSPLIT, $16-24
	MOVD $-1, R0
	MOVD R0, all-16(SP)
	MOVD $SIG_SETMASK, R0
	MOVD $all-16(SP), R1
	MOVD $old-8(SP), R2
	MOVD $8, R3
	MOVD $SYS_rt_sigprocmask, R8
	SVC

	MOVD entry+0(FP), R9
	MOVD f+8(FP), R0
	MOVD top+16(FP), R10
	MOVD RSP, R19
	MOVD R10, RSP
	CALL (R9)
	MOVD R19, RSP

	MOVD $SIG_SETMASK, R0
	MOVD $old-8(SP), R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $SYS_rt_sigprocmask, R8
	SVC
	RET
