//go:build !cgo && !rtdyld_nolinkname

#include "textflag.h"

#define THREAD_POINTER_AX BYTE $0x64; BYTE $0x48; BYTE $0x8b; BYTE $0x04; BYTE $0x25; LONG $0 // movq %fs:0, %rax

// Words below the thread pointer and the head of struct adopted, as in glue.h; where enter has Go's stack pointer on the C stack.
#define STACK -16
#define ADOPTED -32
#define ADOPTED_TOP 0
#define ADOPTED_SIZE 8
#define ADOPTED_GUARD 16
#define GO_SP -16

// ucontext_t and siginfo_t of Linux.
#define CONTEXT_SP 160
#define CONTEXT_PC 168
#define INFO_CODE 8

#define SYS_rt_sigaction 13
#define SYS_getpid 39
#define SYS_gettid 186
#define SYS_tgkill 234
#define SIGPROF 27

// void handler(int signal, siginfo_t *, ucontext_t *): see faults.go.
TEXT handlerC<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL DI, DI
	MOVQ CONTEXT_SP(DX), R8
	MOVQ CONTEXT_PC(DX), R9
	THREAD_POINTER_AX
	TESTQ AX, AX
	JEQ  pass
	MOVQ ADOPTED(AX), R10
	TESTQ R10, R10
	JEQ  other

	// On the C stack, or in the guard below?
	MOVQ ADOPTED_TOP(R10), R11
	MOVQ ADOPTED_SIZE(R10), CX
	ADDQ ADOPTED_GUARD(R10), CX
	SUBQ R8, R11
	CMPQ R11, CX
	JHI  elsewhere
	CMPQ DI, $SIGPROF
	JEQ  prof

	// A fault: struct { low, high, only_loaded, with_registers } is at 32(SP).
	SUBQ $72, SP
	MOVQ ADOPTED_TOP(R10), R11
	MOVQ R11, 40(SP)
	SUBQ ADOPTED_SIZE(R10), R11
	MOVQ R11, 32(SP)
	MOVQ $0, 48(SP)
	MOVQ $0, 56(SP)
	JMP  report

elsewhere:
	// C may run on stacks of its own.
	CMPQ DI, $SIGPROF
	JEQ  pass
	SUBQ ·goText(SB), R9
	MOVQ ·goTextEnd(SB), CX
	SUBQ ·goText(SB), CX
	CMPQ R9, CX
	JCS  pass
	SUBQ $72, SP
	MOVQ $0, 32(SP)
	MOVQ $0, 40(SP)
	MOVQ $1, 48(SP)
	MOVQ $0, 56(SP)

report:
	MOVQ DI, 8(SP)
	MOVQ SI, 16(SP)
	MOVQ DX, 24(SP)
	LEAQ 32(SP), CX
	MOVQ ·reporter(SB), AX
	CALL AX
	MOVQ 8(SP), DI
	MOVQ 16(SP), SI
	MOVQ 24(SP), DX
	ADDQ $72, SP

pass:
	LEAQ ·goHandlers(SB), AX
	MOVQ (AX)(DI*8), AX
	JMP  AX

prof:
	// Go's handler sees the thread where it has called enter.
	MOVQ STACK(AX), CX
	MOVQ GO_SP(CX), CX
	SUBQ $40, SP
	MOVQ DX, 8(SP)
	MOVQ R8, 16(SP)
	MOVQ R9, 24(SP)
	MOVQ 8(CX), R9
	DECQ R9
	MOVQ R9, CONTEXT_PC(DX)
	ADDQ $16, CX
	MOVQ CX, CONTEXT_SP(DX)
	LEAQ ·goHandlers(SB), AX
	MOVQ (AX)(DI*8), AX
	CALL AX
	MOVQ 8(SP), DX
	MOVQ 16(SP), R8
	MOVQ 24(SP), R9
	MOVQ R8, CONTEXT_SP(DX)
	MOVQ R9, CONTEXT_PC(DX)
	ADDQ $40, SP
	RET

other:
	// A thread of C's, or where package callback is one in Go.
	CMPQ DI, $SIGPROF
	JEQ  pass
	SUBQ ·goText(SB), R9
	MOVQ ·goTextEnd(SB), CX
	SUBQ ·goText(SB), CX
	CMPQ R9, CX
	JCS  pass
	CMPL INFO_CODE(SI), $0
	JLE  sent
	SUBQ $72, SP
	MOVQ DI, 8(SP)
	MOVQ $0, 32(SP)
	MOVQ $0, 40(SP)
	MOVQ $0, 48(SP)
	MOVQ $1, 56(SP)
	LEAQ 32(SP), CX
	MOVQ ·reporter(SB), AX
	CALL AX

	// The signal's own effect, on return.
	MOVQ 8(SP), DI
	LEAQ none<>(SB), SI
	XORL DX, DX
	MOVL $8, R10
	MOVL $SYS_rt_sigaction, AX
	SYSCALL
	MOVL $SYS_getpid, AX
	SYSCALL
	MOVQ AX, 16(SP)
	MOVL $SYS_gettid, AX
	SYSCALL
	MOVQ AX, SI
	MOVQ 16(SP), DI
	MOVQ 8(SP), DX
	MOVL $SYS_tgkill, AX
	SYSCALL
	ADDQ $72, SP

sent:
	RET

GLOBL none<>(SB), NOPTR, $32

// func handler() uintptr
TEXT ·handler(SB), NOSPLIT, $0-8
	LEAQ handlerC<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
