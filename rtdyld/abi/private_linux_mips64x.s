//go:build (mips64 || mips64le) && !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 5014
#define SIG_SETMASK 3

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps s0 (R16), gp (R28) and s8 (R30), where Go has the goroutine, as C functions do.
// All signals are blocked while it runs.
TEXT ·switchStack(SB), NOSPLIT, $32-24
	MOVV $-1, R8
	MOVV R8, all-32(SP)
	MOVV R8, all-24(SP)
	MOVV $SIG_SETMASK, R4
	MOVV $all-32(SP), R5
	MOVV $old-16(SP), R6
	MOVV $16, R7
	MOVV $SYS_rt_sigprocmask, R2
	SYSCALL

	MOVV entry+0(FP), R25
	MOVV f+8(FP), R4
	MOVV top+16(FP), R12
	MOVV R29, R16
	MOVV R12, R29
	JAL  (R25)
	MOVV R16, R29

	MOVV $SIG_SETMASK, R4
	MOVV $old-16(SP), R5
	MOVV $0, R6
	MOVV $16, R7
	MOVV $SYS_rt_sigprocmask, R2
	SYSCALL
	RET
