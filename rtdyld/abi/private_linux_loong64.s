//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 135
#define SIG_SETMASK 2

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps s0 (R23) and s9 (R22), where Go has the goroutine, as C functions do. All
// signals are blocked while it runs.
TEXT ·switchStack(SB), NOSPLIT, $16-24
	MOVV $-1, R12
	MOVV R12, all-16(SP)
	MOVV $SIG_SETMASK, R4
	MOVV $all-16(SP), R5
	MOVV $old-8(SP), R6
	MOVV $8, R7
	MOVV $SYS_rt_sigprocmask, R11
	SYSCALL

	MOVV entry+0(FP), R12
	MOVV f+8(FP), R4
	MOVV top+16(FP), R13
	MOVV R3, R23
	MOVV R13, R3
	JAL  (R12)
	MOVV R23, R3

	MOVV $SIG_SETMASK, R4
	MOVV $old-8(SP), R5
	MOVV $0, R6
	MOVV $8, R7
	MOVV $SYS_rt_sigprocmask, R11
	SYSCALL
	RET
