//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 175
#define SIG_SETMASK 2

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps r11 and r13, where Go has the goroutine, as C functions do. All signals are
// blocked while it runs.
TEXT ·switchStack(SB), NOSPLIT, $16-24
	MOVD $-1, R5
	MOVD R5, all-16(SP)
	MOVD $SIG_SETMASK, R2
	MOVD $all-16(SP), R3
	MOVD $old-8(SP), R4
	MOVD $8, R5
	MOVD $SYS_rt_sigprocmask, R1
	SYSCALL

	MOVD entry+0(FP), R1
	MOVD f+8(FP), R2
	MOVD top+16(FP), R7
	MOVD R15, R11
	ADD  $-160, R7     // the frame that entry saves registers in
	MOVD R7, R15
	BL   (R1)
	MOVD R11, R15

	MOVD $SIG_SETMASK, R2
	MOVD $old-8(SP), R3
	MOVD $0, R4
	MOVD $8, R5
	MOVD $SYS_rt_sigprocmask, R1
	SYSCALL
	RET
