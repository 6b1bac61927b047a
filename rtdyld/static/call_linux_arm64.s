//go:build !cgo && !rtdyld_nolinkname

#include "textflag.h"

#define SYS_rt_sigprocmask 135
#define SIG_SETMASK 2

// R28 is g, g.m is at 48. Words above the thread pointer as in glue.h, and what the last of them points to.
#define G_M 48
#define STACK 24
#define ADOPTED 40
#define BLOCKED 48
#define ADOPTED_OWNER 24
#define ADOPTED_ALIVE 32

// What enter has on the C stack, and how far below its end that of C begins.
#define GO_SP -16
#define BELOW 48

// Leads to none if the thread is not adopted: its thread pointer is 0, or that of the thread that made it. R10 is the thread pointer.
#define CHECK(none) \
	MRS  TPIDR_EL0, R10; \
	CBZ  R10, none; \
	MOVD ADOPTED(R10), R11; \
	CBZ  R11, none; \
	MOVD ADOPTED_OWNER(R11), R12; \
	MOVD G_M(g), R13; \
	CMP  R12, R13; \
	BNE  none; \
	MOVW ADOPTED_ALIVE(R11), R12; \
	CBZ  R12, none

#define BLOCK_SIGNALS(which) \
	MOVD $SIG_SETMASK, R0; \
	MOVD which, R1; \
	MOVD $old-8(SP), R2; \
	MOVD $8, R3; \
	MOVD $SYS_rt_sigprocmask, R8; \
	SVC

// The same with what C has blocked on this thread. R10 is the thread pointer.
#define BLOCK_MORE_SIGNALS \
	MOVD $SIG_SETMASK, R0; \
	MOVD ·blocked(SB), R1; \
	MOVD (R1), R1; \
	MOVD BLOCKED(R10), R2; \
	ORR  R2, R1, R1; \
	MOVD R1, mask-16(SP); \
	MOVD $mask-16(SP), R1; \
	MOVD $old-8(SP), R2; \
	MOVD $8, R3; \
	MOVD $SYS_rt_sigprocmask, R8; \
	SVC

#define RESTORE_SIGNALS \
	MOVD $SIG_SETMASK, R0; \
	MOVD $old-8(SP), R1; \
	MOVD $0, R2; \
	MOVD $8, R3; \
	MOVD $SYS_rt_sigprocmask, R8; \
	SVC

// func enter(entry uintptr, f unsafe.Pointer) uintptr
//
// entry keeps x19 and x28, as C functions do. The signals in blocked are while it runs, and those that C has blocked. The C stack begins with the goroutine and
// Go's stack pointer, for handlers of signals: that is 0 when C does not run. A word that stays 0 is where debuggers look for a return address.
TEXT ·enter(SB), NOSPLIT, $16-24
	CHECK(none)
	BLOCK_MORE_SIGNALS
	MOVD entry+0(FP), R9
	MOVD f+8(FP), R0
	MRS  TPIDR_EL0, R10
	MOVD STACK(R10), R10
	MOVD RSP, R19
	STP  (R19, g), GO_SP(R10)
	SUB  $BELOW, R10
	MOVD R10, RSP
	CALL (R9)
	MOVD R19, RSP
	MRS  TPIDR_EL0, R10
	MOVD STACK(R10), R10
	MOVD ZR, GO_SP(R10)
	RESTORE_SIGNALS
	MOVD $0, R0
	MOVD R0, ret+16(FP)
	RET

none:
	MOVD $1, R0
	MOVD R0, ret+16(FP)
	RET

// func enterOn(entry uintptr, arg unsafe.Pointer, top uintptr)
//
// All signals are blocked: whether C runs cannot be told while the thread is being adopted.
TEXT ·enterOn(SB), NOSPLIT, $16-24
	BLOCK_SIGNALS($·allSignals(SB))
	MOVD entry+0(FP), R9
	MOVD arg+8(FP), R0
	MOVD top+16(FP), R10
	MOVD RSP, R19
	MOVD R10, RSP
	CALL (R9)
	MOVD R19, RSP
	RESTORE_SIGNALS
	RET

// func isAdopted() bool
TEXT ·isAdopted(SB), NOSPLIT, $0-1
	CHECK(none)
	MOVD $1, R0
	MOVB R0, ret+0(FP)
	RET

none:
	MOVB ZR, ret+0(FP)
	RET

// func thisM() uintptr
TEXT ·thisM(SB), NOSPLIT, $0-8
	MOVD G_M(g), R0
	MOVD R0, ret+0(FP)
	RET
