//go:build !cgo && !rtdyld_nolinkname

#include "textflag.h"

// Words above the thread pointer and the head of struct adopted, as in glue.h; what enter has on the C stack.
#define STACK 24
#define ADOPTED 40
#define ADOPTED_TOP 0
#define ADOPTED_SIZE 8
#define ADOPTED_GUARD 16
#define ADOPTED_TID 36
#define GO_SP -16
#define GO_G -8
#define ENTER_FRAME 32 // of enter

// ucontext_t and siginfo_t of Linux.
#define CONTEXT_SP 432
#define CONTEXT_PC 440
#define INFO_CODE 8

#define SYS_tgkill 131
#define SYS_rt_sigaction 134
#define SYS_getpid 172
#define SYS_gettid 178
#define SIGPROF 27

// Leads to is if the code at R10 is the program's own.
#define GO_TEXT(is) \
	MOVD ·goText(SB), R14; \
	SUB  R14, R10, R15; \
	MOVD ·goTextEnd(SB), R16; \
	SUB  R14, R16; \
	CMP  R16, R15; \
	BLO  is

// void handler(int signal, siginfo_t *, ucontext_t *): see faults.go.
TEXT handlerC<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVWU R0, R0
	MOVD CONTEXT_SP(R2), R9
	MOVD CONTEXT_PC(R2), R10
	MRS  TPIDR_EL0, R11
	CBZ  R11, pass
	MOVD ADOPTED(R11), R12
	CBZ  R12, other

	// On the C stack, or in the guard below? A thread that is not adopted may have another's thread pointer, and is never there.
	MOVD ADOPTED_TOP(R12), R3
	MOVD ADOPTED_SIZE(R12), R4
	MOVD ADOPTED_GUARD(R12), R5
	ADD  R4, R5
	SUB  R9, R3, R6
	SUB  R4, R3, R4
	MOVD STACK(R11), R13
	CMP  R5, R6
	BLS  inC

	// C may run on stacks of its own.
	GO_TEXT(pass)
	MOVD R0, R7
	MOVD $SYS_gettid, R8
	SVC
	MOVW ADOPTED_TID(R12), R3
	CMPW R0, R3
	MOVD R7, R0
	BNE  pass
	MOVD GO_SP(R13), R3
	CBZ  R3, pass
	MOVD ZR, R3
	MOVD ZR, R4

inC:
	CMP  $SIGPROF, R0
	BEQ  prof

	// A fault: struct { low, high, only_loaded, with_registers } is at 48(RSP).
	SUB  $80, RSP
	STP  (R0, R1), 8(RSP)
	STP  (R2, R30), 24(RSP)
	MOVD GO_G(R13), R5
	MOVD R5, 40(RSP)
	STP  (R4, R3), 48(RSP)
	STP  (ZR, ZR), 64(RSP)
	ADD  $48, RSP, R3
	MOVD ·reporter(SB), R8
	BL   (R8)
	LDP  8(RSP), (R0, R1)
	LDP  24(RSP), (R2, R30)
	MOVD 40(RSP), g
	ADD  $80, RSP

pass:
	MOVD $·goHandlers(SB), R8
	MOVD (R8)(R0<<3), R8
	B    (R8)

prof:
	// Go's handler sees the thread where it has called enter.
	SUB  $48, RSP
	STP  (R29, R30), 8(RSP)
	STP  (R9, R10), 24(RSP)
	MOVD R2, 40(RSP)
	MOVD GO_G(R13), g
	MOVD GO_SP(R13), R14
	MOVD (R14), R15
	SUB  $4, R15
	MOVD R15, CONTEXT_PC(R2)
	ADD  $ENTER_FRAME, R14
	MOVD R14, CONTEXT_SP(R2)
	MOVD $·goHandlers(SB), R8
	MOVD (R8)(R0<<3), R8
	BL   (R8)
	LDP  8(RSP), (R29, R30)
	LDP  24(RSP), (R9, R10)
	MOVD 40(RSP), R2
	ADD  $48, RSP
	MOVD R9, CONTEXT_SP(R2)
	MOVD R10, CONTEXT_PC(R2)
	RET

other:
	// A thread of C's, which has no goroutine.
	GO_TEXT(pass)
	CMP  $SIGPROF, R0
	BNE  mistake
	MOVD ZR, g
	B    pass

mistake:
	MOVW INFO_CODE(R1), R3
	CMPW $0, R3
	BLE  sent
	SUB  $80, RSP
	STP  (R0, R30), 8(RSP)
	STP  (ZR, ZR), 48(RSP)
	MOVD $1, R4
	STP  (ZR, R4), 64(RSP)
	ADD  $48, RSP, R3
	MOVD ·reporter(SB), R8
	BL   (R8)

	// The signal's own effect, on return.
	MOVD 8(RSP), R0
	MOVD $none<>(SB), R1
	MOVD ZR, R2
	MOVD $8, R3
	MOVD $SYS_rt_sigaction, R8
	SVC
	MOVD $SYS_getpid, R8
	SVC
	MOVD R0, R9
	MOVD $SYS_gettid, R8
	SVC
	MOVD R0, R1
	MOVD R9, R0
	LDP  8(RSP), (R2, R30)
	MOVD $SYS_tgkill, R8
	SVC
	ADD  $80, RSP

sent:
	RET

GLOBL none<>(SB), NOPTR, $32

// func handler() uintptr
TEXT ·handler(SB), NOSPLIT, $0-8
	MOVD $handlerC<>(SB), R0
	MOVD R0, ret+0(FP)
	RET
