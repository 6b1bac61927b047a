//go:build !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 174
#define SIG_SETMASK 2

// func switchStack(entry uintptr, f *Frame, top uintptr)
//
// entry keeps r28, r29 and r30, where Go has the goroutine, as C functions do. All signals
// are blocked while it runs. Go takes R0 for 0.
TEXT ·switchStack(SB), NOSPLIT, $16-24
	MOVD $-1, R5
	MOVD R5, all-16(SP)
	MOVD $SIG_SETMASK, R3
	MOVD $all-16(SP), R4
	MOVD $old-8(SP), R5
	MOVD $8, R6
	SYSCALL $SYS_rt_sigprocmask

	MOVD entry+0(FP), R12
	MOVD f+8(FP), R3
	MOVD top+16(FP), R7
	MOVD R1, R29
	MOVD R2, R28
	ADD  $-32, R7      // the frame that entry saves its return address in
	MOVD $0, R0
	MOVD R0, 0(R7)
	MOVD R7, R1
	MOVD R12, CTR
	BL   (CTR)
	MOVD R29, R1
	MOVD R28, R2

	MOVD $SIG_SETMASK, R3
	MOVD $old-8(SP), R4
	MOVD $0, R5
	MOVD $8, R6
	SYSCALL $SYS_rt_sigprocmask
	XOR  R0, R0
	RET
