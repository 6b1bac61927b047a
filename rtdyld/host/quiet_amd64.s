//go:build linux

#include "textflag.h"

#define CONTEXT_STACK_FLAGS 24
#define CONTEXT_MASK 296
#define SS_DISABLE 2
#define SYS_rt_sigreturn 15

#define INFO_MARK 20
#define INFO_CODE 8
#define INFO_ORDER 24
#define SI_QUEUE -1
#define MARK 0x7164

// void quiet(int, siginfo_t *, ucontext_t *): see quiet.go. A thread without a stack for signals is none of Go's.
TEXT quiet<>(SB), NOSPLIT|NOFRAME, $0-0
	CMPL  INFO_CODE(SI), $SI_QUEUE
	JNE   return
	CMPL  INFO_MARK(SI), $MARK
	JNE   return
	MOVQ  INFO_ORDER(SI), DI
	MOVQ  CONTEXT_MASK(DX), AX
	MOVQ  AX, 16(DI)
	TESTL $SS_DISABLE, CONTEXT_STACK_FLAGS(DX)
	JNE   done
	ANDQ  0(DI), AX
	ORQ   8(DI), AX
	MOVQ  AX, CONTEXT_MASK(DX)

done:
	MOVL  $1, AX
	XCHGL AX, 24(DI)

return:
	RET

TEXT quietReturn<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $SYS_rt_sigreturn, AX
	SYSCALL

// func quietPC() uintptr
TEXT ·quietPC(SB), NOSPLIT, $0-8
	LEAQ quiet<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func quietReturnPC() uintptr
TEXT ·quietReturnPC(SB), NOSPLIT, $0-8
	LEAQ quietReturn<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
