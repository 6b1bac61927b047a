//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 4195
#define SIG_SETMASK 3

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps s0 (R16), gp (R28) and s8 (R30), where Go has the goroutine, as C functions do.
// All signals are blocked while it runs. A C function may use the 16 bytes above its
// stack pointer.
TEXT ·switchStack(SB), NOSPLIT, $32-12
	MOVW $-1, R8
	MOVW R8, all-32(SP)
	MOVW R8, all-28(SP)
	MOVW R8, all-24(SP)
	MOVW R8, all-20(SP)
	MOVW $SIG_SETMASK, R4
	MOVW $all-32(SP), R5
	MOVW $old-16(SP), R6
	MOVW $16, R7
	MOVW $SYS_rt_sigprocmask, R2
	SYSCALL

	MOVW entry+0(FP), R25
	MOVW f+4(FP), R4
	MOVW top+8(FP), R8
	MOVW R29, R16
	ADDU $-16, R8, R29
	JAL  (R25)
	MOVW R16, R29

	MOVW $SIG_SETMASK, R4
	MOVW $old-16(SP), R5
	MOVW $0, R6
	MOVW $16, R7
	MOVW $SYS_rt_sigprocmask, R2
	SYSCALL
	RET
