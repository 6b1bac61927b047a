//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 135
#define SIG_SETMASK 2

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps s1 (X9) and s11, where Go has the goroutine, as C functions do. All signals
// are blocked while it runs.
TEXT ·switchStack(SB), NOSPLIT, $16-24
	MOV $-1, X5
	MOV X5, all-16(SP)
	MOV $SIG_SETMASK, X10
	MOV $all-16(SP), X11
	MOV $old-8(SP), X12
	MOV $8, X13
	MOV $SYS_rt_sigprocmask, X17
	ECALL

	MOV  entry+0(FP), X5
	MOV  f+8(FP), X10
	MOV  top+16(FP), X6
	MOV  X2, X9
	MOV  X6, X2
	CALL X5
	MOV  X9, X2

	MOV $SIG_SETMASK, X10
	MOV $old-8(SP), X11
	MOV $0, X12
	MOV $8, X13
	MOV $SYS_rt_sigprocmask, X17
	ECALL
	RET
